import Platform
import Policy
import Server
import Testing

struct SettingOriginTests {
    @Test func saysWhereASettingComesFrom() throws {
        let documents = try PolicyDocuments.documents(patient: false) { path, text in
            if path == "android.json5" { try text.change("abstractBypass: true,", to: "") }
        }
        let reading = PolicyReader.read(documents, knownZones: TimeZones.known, now: .seconds(1_795_000_000))
        let set = try #require(reading.set)
        let (document, settings) = try #require(set.effective(profile: "android"))
        #expect(document.path == "android.json5")
        let origins = Dictionary(uniqueKeysWithValues: settings.map { ($0.0.path, $0.1) })
        #expect(origins["gate.abstractBypass"] == .standard)
        guard case .document(let place) = origins["gate.sharpness.min"] else {
            Issue.record("the document names gate.sharpness.min")
            return
        }
        let lines = String(decoding: document.bytes, as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        #expect(lines[place.line - 1].contains("sharpness: {"))
        #expect(set.effective(profile: "web") == nil)
    }
}
