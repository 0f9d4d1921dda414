import Control
import Platform
import TestSupport
import Testing

@testable import Workbench

struct TraceSourceTests {
    private static func line(_ number: Int, _ more: String = "") -> String {
        #"{"t":\#(number),"id":"u\#(number)","sharpness":0.5\#(more)}"#
    }

    /// Of a file that is gone once it is open.
    private static func source(_ text: String) throws -> TraceSource {
        let folder = try TemporaryFolder()
        try FileContent.write(Array(text.utf8), to: folder.file("trace"))
        return try TraceSource(folder.file("trace"))
    }

    /// Larger than what is read at once, so that lines lie across two pieces.
    @Test func readsEveryLineOfALongTrace() throws {
        let text = (0..<60_000).map { Self.line($0) }.joined(separator: "\n")
        try #require(text.utf8.count > 2 << 20)
        var source = try Self.source(text)
        var number = 0
        while let row = try source.next() {
            guard row.time == Int64(number), source.id.elementsEqual("u\(number)".utf8) else { break }
            number += 1
        }
        #expect(number == 60_000)
    }

    @Test(arguments: ["", "\n", " \n\t\r\n", "\n\n\n"]) func findsNothingInBlankLines(text: String) throws {
        var source = try Self.source(text)
        #expect(try source.next() == nil)
    }

    @Test(arguments: ["\n", "\r\n", "\n\n  \n", " "]) func readsLinesWhateverIsBetween(gap: String) throws {
        var source = try Self.source(Self.line(1) + gap + Self.line(2))
        #expect(try source.next()?.time == 1)
        #expect(try source.next()?.time == 2)
        #expect(try source.next() == nil)
    }

    @Test(
        arguments: [
            // Without an end of line anywhere, in the middle, and just too long.
            String(repeating: "\0", count: 3 << 20),
            line(1) + "\n" + String(repeating: "x", count: 3 << 20) + "\n" + line(2),
            line(1) + "\n" + line(2, #","more":"\#(String(repeating: "x", count: 65_536))""#) + "\n",
        ]
    )
    func refusesLinesThatAreTooLong(text: String) throws {
        var source = try Self.source(text)
        let mistake = #expect(throws: TraceReader.Mistake.self) {
            while try source.next() != nil { continue }
        }
        #expect(mistake?.line == (text.hasPrefix("{") ? 2 : 1))
    }

    @Test func takesTheLongestLineThereMayBe() throws {
        let room = TraceReader.longestLine - Self.line(1, #","more":"""#).utf8.count
        let text = Self.line(1, #","more":"\#(String(repeating: "x", count: room))""#)
        try #require(text.utf8.count == TraceReader.longestLine)
        var source = try Self.source(text + "\n" + Self.line(2))
        #expect(try source.next()?.time == 1)
        #expect(try source.next()?.time == 2)
    }

    @Test func refusesWhatIsNoTrace() throws {
        #expect(throws: PlatformError(.cannotRead, "cannot read `/dev/zero`: it is a device, no file")) {
            try TraceSource("/dev/zero")
        }
        let folder = try TemporaryFolder()
        let path = folder.file("trace")
        try FileContent.write(CompactTrace.mark + [9, 9, 9], to: path)
        #expect(throws: PlatformError(.cannotRead, "cannot read `\(path)`: its columns are not whole")) {
            try TraceSource(path)
        }
    }
}
