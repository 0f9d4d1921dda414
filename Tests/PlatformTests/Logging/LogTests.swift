import Economics
import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite struct LogTests {
    private let time = Timestamp(microseconds: 1_796_000_000_123_456)

    private func record(_ message: String, _ fields: [(String, Log.Value)] = []) -> LogRecord {
        LogRecord(time: time, level: .warning, message: message, fields: fields)
    }

    @Test func writesOneJSONObjectALine() {
        let line = record(
            "budget spent",
            [("profile", .text("ios")), ("left", .integer(-3)), ("share", .double(0.25)), ("live", .flag(true))]
        ).json
        #expect(
            String(decoding: line, as: UTF8.self)
                == #"{"time":"2026-11-30T00:53:20.123456Z","level":"warning","msg":"budget spent","#
                + #""profile":"ios","left":-3,"share":0.25,"live":true}"# + "\n"
        )
    }

    @Test func writesAlignedTextForPeople() {
        let line = record("budget spent", [("profile", .text("ios")), ("live", .flag(false))]).text
        #expect(
            String(decoding: line, as: UTF8.self)
                == "00:53:20.123456 warning budget spent  profile=ios  live=false\n"
        )
    }

    @Test(arguments: [
        ("a\nb\r\tc", #"a\nb\r\tc"#, #"a\u{A}b\u{D}\u{9}c"#),
        ("\u{1B}]52;c;x\u{7}", #"\u001b]52;c;x\u0007"#, #"\u{1B}]52;c;x\u{7}"#),
        ("\u{202E}gpj.exe", #"\u202egpj.exe"#, #"\u{202E}gpj.exe"#),
        ("\u{9B}31m\u{7F}", #"\u009b31m\u007f"#, #"\u{9B}31m\u{7F}"#),
        ("\u{2028}\u{2066}", #"\u2028\u2066"#, #"\u{2028}\u{2066}"#),
        ("日本 😀 é", "日本 😀 é", "日本 😀 é"),
    ])
    func hidesNothingFromTheReader(text: String, json: String, visible: String) {
        let line = String(decoding: record(text, [(text, .text(text))]).json, as: UTF8.self)
        #expect(line.hasSuffix("\"msg\":\"\(json)\",\"\(json)\":\"\(json)\"}\n"))
        #expect(PrintableText.visible(text) == visible)
        let plain = String(decoding: record(text, [(text, .text(text))]).text, as: UTF8.self)
        #expect(plain.hasSuffix("warning \(visible)  \(visible)=\(visible)\n"))
    }

    @Test func quotesAndBackslashesStayJSON() throws {
        let text = #"say "C:\path" \u0041"#
        let line = record(text, [("msg", .text("other")), ("n", .double(.nan)), ("i", .double(-.infinity))]).json
        let read = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        #expect(read["msg"] as? String == text)
        #expect(read["msg_"] as? String == "other")
        #expect(read["n"] as? String == "nan")
        #expect(read["i"] as? String == "-inf")
    }

    @Test(.timeLimit(.minutes(1))) func neverMixesLinesOfSeveralThreads() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("log")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        _ = try handle.seekToEnd()
        let log = Log.to(descriptor: handle.fileDescriptor, minimum: .info, format: .automatic, clock: .system)
        let long = String(repeating: "x", count: 3_000)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for index in 0..<50 {
                        log.debug("dropped")
                        log.error("line", [("id", .integer(Int64(task * 50 + index))), ("long", .text(long))])
                    }
                }
            }
        }
        let lines = String(decoding: try FileContent.read(path), as: UTF8.self).split(separator: "\n")
        let ids = try lines.map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return try #require(object?["id"] as? Int)
        }
        #expect(ids.sorted() == Array(0..<200))
    }

    @Test func remembersForTests() {
        let recorded = RecordedLog()
        recorded.log.info("one", [("a", .integer(1))])
        recorded.log.warning("two")
        Log.silent.error("nowhere")
        #expect(
            recorded.lines == [
                .init(level: .info, message: "one", fields: ["a": .integer(1)]),
                .init(level: .warning, message: "two", fields: [:]),
            ]
        )
        #expect(recorded.messages == ["one", "two"])
    }
}
