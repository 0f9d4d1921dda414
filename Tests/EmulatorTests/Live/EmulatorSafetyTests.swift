import Documents
import Emulator
import Testing

@Suite(.timeLimit(.minutes(3))) struct EmulatorSafetyTests {
    private static let category = "HARM_CATEGORY_HATE_SPEECH"

    private func answer(_ probability: String, _ threshold: String?) async throws -> DocumentNode {
        let script = #"{rules:[{action:{safety:{category:"\#(Self.category)",probability:"\#(probability)"}}}]}"#
        let fixture = try EmulatorFixture(script: script)
        let setting = threshold.map { #"{"category":"\#(Self.category)","threshold":"\#($0)"}"# } ?? ""
        let body = #"{"contents":[{"parts":[{"text":"a"}]}],"safetySettings":[\#(setting)]}"#
        let node = try await fixture.generate(Array(body.utf8)).node
        await fixture.stop()
        return node
    }

    @Test(
        arguments: [
            ("HIGH", nil, false), ("HIGH", "OFF", false), ("HIGH", "BLOCK_NONE", false),
            ("HIGH", "BLOCK_ONLY_HIGH", true), ("MEDIUM", "BLOCK_ONLY_HIGH", false),
            ("MEDIUM", "BLOCK_MEDIUM_AND_ABOVE", true), ("LOW", "BLOCK_MEDIUM_AND_ABOVE", false),
            ("LOW", "BLOCK_LOW_AND_ABOVE", true), ("NEGLIGIBLE", "BLOCK_LOW_AND_ABOVE", false),
        ] as [(String, String?, Bool)]
    )
    func judgesByTheSettingsSent(probability: String, threshold: String?, isBlocked: Bool) async throws {
        let candidate = try #require(try await answer(probability, threshold)["candidates"]?.array?.first)
        #expect(candidate["finishReason"]?.string == (isBlocked ? "SAFETY" : "STOP"))
        #expect((candidate["content"] == nil) == isBlocked)
        let rating = candidate["safetyRatings"]?.array?.first
        // Where the category is off nothing is rated.
        #expect((rating == nil) == (threshold == nil || threshold == "OFF"))
        #expect(rating?["probability"]?.string ?? probability == probability)
        #expect(rating?["blocked"]?.bool == (isBlocked ? true : nil))
    }

    @Test func blocksWhateverTheSettingsSay() async throws {
        let fixture = try EmulatorFixture(script: #"{rules:[{action:{block:"PROHIBITED_CONTENT"}}]}"#)
        let body =
            #"{"contents":[{"parts":[{"text":"abcd"}]}],"safetySettings":[{"category":"\#(Self.category)","#
            + #""threshold":"BLOCK_NONE"}]}"#
        let node = try await fixture.generate(Array(body.utf8)).node
        #expect(node["promptFeedback"]?["blockReason"]?.string == "PROHIBITED_CONTENT" && node["candidates"] == nil)
        #expect(node["usageMetadata"]?["promptTokenCount"]?.integer == 1)
        await fixture.stop()
    }

    @Test(arguments: [
        #"[{"category":"HARM_CATEGORY_HATE_SPEECH","threshold":"OFF"},{"category":"HARM_CATEGORY_HATE_SPEECH"}]"#,
        #"[{"category":"HARM_CATEGORY_UNSPECIFIED","threshold":"OFF"}]"#, #"[{"threshold":"OFF"}]"#,
    ])
    func refusesSettingsThatAreNone(settings: String) async throws {
        let fixture = try EmulatorFixture()
        let body = #"{"contents":[{"parts":[{"text":"a"}]}],"safetySettings":\#(settings)}"#
        #expect(try await fixture.generate(Array(body.utf8)).status == 400)
        await fixture.stop()
    }
}
