import Documents
import TestSupport
import Testing

@Suite struct PositionTests {
    @Test(arguments: ["\n", "\r\n", "\r"]) func countsLinesAndCodePoints(_ lineEnd: String) throws {
        let text = ["{", "\t\"é😀\": [", "  1,  'x'", "]}"].joined(separator: lineEnd)
        let root = try #require(DocumentReader.read(Array(text.utf8), file: "x", dialect: .json5).root)
        let gap = lineEnd.utf8.count
        #expect(root.start == SourcePosition(line: 1, column: 1, offset: 0))
        #expect(root.end == SourcePosition(line: 4, column: 3, offset: text.utf8.count))
        let member = try #require(root.object?.first)
        #expect(member.keyStart == SourcePosition(line: 2, column: 2, offset: 2 + gap))
        #expect(member.keyEnd == SourcePosition(line: 2, column: 6, offset: 10 + gap))
        #expect(member.node.start == SourcePosition(line: 2, column: 8, offset: 12 + gap))
        let items = try #require(member.node.array)
        #expect(items[0].start == SourcePosition(line: 3, column: 3, offset: 15 + 2 * gap))
        #expect(items[0].end == SourcePosition(line: 3, column: 4, offset: 16 + 2 * gap))
        #expect(items[1].start == SourcePosition(line: 3, column: 7, offset: 19 + 2 * gap))
        #expect(items[1].end == SourcePosition(line: 3, column: 10, offset: 22 + 2 * gap))
    }

    @Test func startsBehindAByteOrderMark() {
        let root = DocumentReader.read(Array("\u{FEFF} 1".utf8), file: "x", dialect: .json).root
        #expect(root?.start == SourcePosition(line: 1, column: 2, offset: 4))
    }

    /// Mistakes are found out of order (a container that is never closed, a comma seen too late); their places are
    /// right all the same.
    @Test func findsPlacesBehindTheOneAskedForLast() {
        let text = "\u{FEFF}{é: 1,\n  ü: [1,\n  2,\n"
        let json5 = DocumentReader.read(Array(text.utf8), file: "x", dialect: .json5).diagnostics
        #expect(json5.map(\.start) == [SourcePosition(line: 2, column: 6, offset: 17)])
        let first = DocumentReader.read(Array("\u{FEFF}{ \n".utf8), file: "x", dialect: .json5).diagnostics
        #expect(first.map(\.start) == [SourcePosition(line: 1, column: 1, offset: 3)])
        let comma = DocumentReader.read(Array("[é😀\r\n".utf8), file: "x", dialect: .json5).diagnostics
        #expect(comma.map(\.start?.column) == [1, 2])
    }

    /// Every place against a count from the start of the text.
    @Test(arguments: [71, 72, 73] as [UInt64]) func agreesWithCountingFromTheStart(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "1", "'é'", "\n", "\r\n", "\r", " ", "😀", ",", "[", "]", "{", "}", "a:", "/*\n*/", "nope", "\t", "'x",
        ]
        for _ in 0..<500 {
            let text = "\u{FEFF}" + (0..<30).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let bytes = Array(text.utf8)
            for diagnostic in DocumentReader.read(bytes, file: "x", dialect: .json5).diagnostics {
                for place in [diagnostic.start, diagnostic.end].compactMap({ $0 }) {
                    #expect(place == Self.count(place.offset, in: bytes), "seed \(seed): \(text.debugDescription)")
                }
            }
        }
    }

    private static func count(_ offset: Int, in bytes: [UInt8]) -> SourcePosition {
        var line = 1
        var column = 1
        for index in 3..<max(3, offset) {
            let isReturn = bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
            if bytes[index] == 0x0A || isReturn {
                line += 1
                column = 1
            } else if bytes[index] & 0xC0 != 0x80 {
                column += 1
            }
        }
        return SourcePosition(line: line, column: column, offset: offset)
    }
}
