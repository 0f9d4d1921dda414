import Testing

@testable import Gemini

/// Frames out of pieces of any size.
@Suite struct StreamFramesTests {
    @Test(
        arguments: [
            ("data: 1\r\n\r\ndata: 2\r\n\r\n", .events, ["data: 1\r\n\r\n", "data: 2\r\n\r\n"], ""),
            ("data: 1\n\ndata: 2\n\n", .events, ["data: 1\n\n", "data: 2\n\n"], ""),
            (": ping\nid: 3\ndata: 1\n\n{\n  1\n}\n", .events, [": ping\nid: 3\ndata: 1\n\n"], "{\n  1\n}\n"),
            ("data: half", .events, [], "data: half"), ("", .events, [], ""), ("\n\n", .events, ["\n\n"], ""),
            ("data: 1\n\n\r\n\ndata: 2\n\n", .events, ["data: 1\n\n", "\r\n\n", "data: 2\n\n"], ""),
            ("[{\"a\":1}\n,\r\n{\"b\":[{}]}\n]", .list, ["[{\"a\":1}", "\n,\r\n{\"b\":[{}]}"], "\n]"),
            (" [{\"a\":\"}]\\\"}{\\\\\"}]", .list, [" [{\"a\":\"}]\\\"}{\\\\\"}"], "]"),
            ("[{\"a\":{\"b\":1}", .list, [], "[{\"a\":{\"b\":1}"), ("[]", .list, [], "[]"),
            ("{\"a\":[{},{}]}", .list, [], "{\"a\":[{},{}]}"), ("<html>", .list, [], "<html>"), ("", .list, [], ""),
        ] as [(String, StreamFrames.Form, [String], String)]
    )
    func cutsWhereAFrameEnds(text: String, form: StreamFrames.Form, whole: [String], rest: String) {
        let bytes = Array(text.utf8)
        for size in 1...max(1, bytes.count) {
            var frames = StreamFrames(form)
            var found: [[UInt8]] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                found += frames.take(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(found.map { String(decoding: $0, as: UTF8.self) } == whole, "in pieces of \(size)")
            #expect(String(decoding: frames.rest, as: UTF8.self) == rest, "in pieces of \(size)")
        }
    }

    @Test(arguments: [
        ("[{}]", true), ("[{},{}] \n", true), ("[{}", false), ("[{},", false), ("{}", false), ("", false),
    ])
    func knowsWhetherAnArrayIsWhole(text: String, isClosed: Bool) {
        var frames = StreamFrames(.list)
        _ = frames.take(Array(text.utf8))
        #expect(frames.isListClosed == isClosed)
    }
}
