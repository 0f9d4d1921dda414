import Testing
import Workbench

/// What a frame writes, and what it leaves as it is.
struct FramePainterTests {
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func drawsTheFirstFrameWholeAndLaterWhatChanged() {
        var painter = FramePainter()
        #expect(
            Self.text(painter.frame(["one", "two", "three"], columns: 10))
                == "\u{1B}[?2026h\u{1B}[2J\u{1B}[Hone\u{1B}[K\r\ntwo\u{1B}[K\r\nthree\u{1B}[K\u{1B}[J\u{1B}[?2026l"
        )
        #expect(painter.frame(["one", "two", "three"], columns: 10) == [])
        #expect(
            Self.text(painter.frame(["one", "2", "three"], columns: 10))
                == "\u{1B}[?2026h\u{1B}[2;1H2\u{1B}[K\u{1B}[?2026l"
        )
        #expect(Self.text(painter.frame(["one"], columns: 10)) == "\u{1B}[?2026h\u{1B}[2;1H\u{1B}[J\u{1B}[?2026l")
    }

    /// Its last cell would go: the cursor stands on it.
    @Test func erasesNothingBehindAFullLine() {
        var painter = FramePainter()
        _ = painter.frame(["a"], columns: 4)
        #expect(
            Self.text(painter.frame(["full", "\u{1B}[33m夜景\u{1B}[0m"], columns: 4))
                == "\u{1B}[?2026h\u{1B}[1;1Hfull\u{1B}[2;1H\u{1B}[33m夜景\u{1B}[0m\u{1B}[?2026l"
        )
    }

    @Test func drawsEveryLineForANewSize() {
        var painter = FramePainter()
        _ = painter.frame(["a"], columns: 4)
        let whole = "\u{1B}[?2026h\u{1B}[Ha\u{1B}[K\u{1B}[J\u{1B}[?2026l"
        #expect(Self.text(painter.frame(["a"], columns: 5)) == whole)
        painter.forget()
        #expect(Self.text(painter.frame(["a"], columns: 5)) == whole)
    }

    @Test(arguments: [("", 0), ("abc", 3), ("\u{1B}[1mabc\u{1B}[0m", 3), ("夜景🌸", 6), ("e\u{301}", 1)])
    func countsCellsWithoutTones(text: String, cells: Int) {
        #expect(FramePainter.cells(of: text) == cells)
    }
}
