import Testing
import Workbench

/// Keys from bytes, however a slow line cuts them up.
struct KeyReaderTests {
    @Test(
        arguments: [
            ("q", [.character("q")]), ("\t", [.tab]), ("\r", [.enter]), ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]),
            ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]), ("\u{1B}OA", [.up]), ("\u{1B}[Z", [.shiftTab]),
            ("\u{1B}[1;5C", [.right]), ("12", [.character("1"), .character("2")]), ("\u{3}", []), ("景", []),
            ("\u{1B}[15~", []), ("\u{1B}x2", [.character("2")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
        ] as [(String, [Key])]
    )
    func readsKeys(typed: String, keys: [Key]) {
        var whole = KeyReader()
        #expect(whole.keys(in: Array(typed.utf8)) == keys)
        var piecewise = KeyReader()
        #expect(typed.utf8.flatMap { piecewise.keys(in: [$0]) } == keys)
    }

    @Test func takesAnEscapeThatNothingFollows() {
        var reader = KeyReader()
        #expect(reader.keys(in: [0x1B]) == [])
        #expect(reader.rest() == [.escape])
        #expect(reader.rest() == [])
        #expect(reader.keys(in: [UInt8(ascii: "q")]) == [.character("q")])
    }

    @Test func forgetsASequenceWithoutEnd() {
        var reader = KeyReader()
        #expect(reader.keys(in: [0x1B, UInt8(ascii: "[")] + Array(repeating: UInt8(ascii: "1"), count: 40)) == [])
        #expect(reader.keys(in: [UInt8(ascii: "q")]) == [.character("q")])
    }
}
