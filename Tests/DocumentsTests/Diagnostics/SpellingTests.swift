import Documents
import Testing

@Suite struct SpellingTests {
    @Test(arguments: [
        ("sharpnes", "sharpness"), ("sharpnesss", "sharpness"), ("sahrpness", "sharpness"), ("sendrate", "sendRate"),
        ("send_rate", "sendRate"), ("SHARPNESS", "sharpness"), ("nmae", "name"), ("mod", "mode"), ("tpye", nil),
        ("xyz", nil),
        ("na", nil), ("", nil), ("sharpness", nil), ("sharp", nil), ("deadlnie", "deadline"), ("deadlyne", "deadline"),
    ])
    func findsTheNearest(_ word: String, _ nearest: String?) {
        let known = ["name", "mode", "sharpness", "sendRate", "deadline", "onDeadline"]
        #expect(Spelling.nearest(to: word, among: known) == nearest)
    }

    @Test func prefersFewerSlipsThenTheFirst() {
        #expect(Spelling.nearest(to: "daily1", among: ["daily22", "daily", "daily2"]) == "daily")
        #expect(Spelling.nearest(to: "budge1", among: ["budge2", "budge3"]) == "budge2")
        #expect(Spelling.nearest(to: "a", among: []) == nil)
    }
}
