import Documents
import Testing

@testable import Emulator

@Suite struct ScrubberTests {
    private let scrubber = Scrubber(keepsPictures: false)
    private let stamp = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 4 bytes"

    private func request(_ text: String, secrets: [String] = []) -> String? {
        scrubber.request(Array(text.utf8), secrets: secrets)?.text()
    }

    private func response(_ text: String, secrets: [String] = []) -> String? {
        scrubber.response(Array(text.utf8), secrets: secrets)?.text()
    }

    /// `test` in both alphabets' common part, at any depth, in both spellings.
    @Test func takesPicturesOutWhereverTheyStand() {
        let blob = #"{"mimeType":"image/jpeg","data":"dGVzdA=="}"#
        let scrubbed = #"{"mimeType":"image/jpeg","data":"\#(stamp)"}"#
        for name in ["inlineData", "inline_data"] {
            let text = #"{"batch":[{"request":{"parts":[{"\#(name)":\#(blob)}]}}],"data":"kept"}"#
            #expect(request(text) == text.replacing(blob, with: scrubbed))
            #expect(response(text) == text.replacing(blob, with: scrubbed))
        }
        let once = #"{"inlineData":\#(scrubbed)}"#
        #expect(request(once) == once)
    }

    @Test func cutsSecretsOutOfTexts() {
        #expect(response(#"{"message":"bad key abcdefgh!"}"#, secrets: ["abcdefgh"]) == #"{"message":"bad key …!"}"#)
        // No key is as short as that.
        #expect(response(#"{"message":"kayak"}"#, secrets: ["k"]) == #"{"message":"kayak"}"#)
    }

    @Test func looksIntoEventsAndLines() {
        let blob = #"{"inlineData":{"data":"dGVzdA=="}}"#
        let scrubbed = #"{"inlineData":{"data":"\#(stamp)"}}"#
        let events = "data: \(blob)\r\n\r\ndata: {}\r\n\r\n"
        #expect(
            response(events) == JSON.object([.init("text", .string(events.replacing(blob, with: scrubbed)))]).text()
        )
        let lines = "\(blob)\n\(blob)\n"
        #expect(response(lines) == JSON.object([.init("text", .string(lines.replacing(blob, with: scrubbed)))]).text())
        #expect(response("<html>abcdefgh", secrets: ["abcdefgh"]) == #"{"text":"<html>…"}"#)
    }

    @Test func keepsNothingOfBytesThatAreNoJSON() {
        #expect(request("test") == #"{"bytes":"\#(stamp)"}"#)
        #expect(request("") == nil)
    }

    @Test func leavesRightsOutOfQueries() {
        let query = scrubber.query([
            (name: "alt", value: "sse"), (name: "key", value: "secret"), (name: "upload_id", value: "right"),
        ])
        #expect(query == [.init("alt", "sse"), .init("upload_id", "…")])
    }
}
