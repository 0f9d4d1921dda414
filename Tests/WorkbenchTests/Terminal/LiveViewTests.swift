import Documents
import Testing
import Workbench

/// What keys do, and what stands in the lines around the server's.
struct LiveViewTests {
    private static func answer(month: Int = 0, nanoUSD: Int = 0, lines: [String] = ["Torii"]) throws -> LiveAnswer {
        let screen = lines.map { "\"\($0)\"" }.joined(separator: ",")
        let profiles = ["ios", "android"].map { name in
            """
            {"profile":"\(name)","today":{"uploads":\(month),"judged":\(month),"sendRate":0.5,"costNanoUSD":\(nanoUSD)},
             "month":{"uploads":\(month),"judged":\(month),"sendRate":0.5,"costNanoUSD":\(nanoUSD)}}
            """
        }
        let text = """
            {"screen":[\(screen)],"dashboards":[{"name":"gate"},{"name":"overview"},{"name":"upstream"}],
             "profiles":[\(profiles.joined(separator: ","))]}
            """
        let root = try #require(DocumentReader.read(Array(text.utf8), file: "a", dialect: .json).root)
        return try #require(LiveAnswer(root))
    }

    private static func view(_ answer: LiveAnswer) -> LiveView {
        var view = LiveView(LiveView.Question(name: "overview"), server: "http://a")
        view.received(answer, to: view.question, at: .seconds(10), every: .seconds(2))
        return view
    }

    @Test func turnsThroughDashboards() throws {
        var view = Self.view(try Self.answer())
        let turns: [(Key, String)] = [
            (.tab, "gate"), (.right, "upstream"), (.tab, "overview"), (.left, "upstream"), (.shiftTab, "gate"),
            (.character("3"), "upstream"), (.character("1"), "overview"),
        ]
        for (key, name) in turns {
            #expect(view.press(key) == .answer)
            #expect(view.question.name == name)
        }
        for key in [Key.character("1"), .character("4"), .character("0"), .character("z"), .escape] {
            #expect(view.press(key) == .nothing)
            #expect(view.question.name == "overview")
        }
    }

    @Test func turnsThroughProfilesAndSpans() throws {
        var view = Self.view(try Self.answer())
        var seen: [String?] = []
        for _ in 0..<3 {
            #expect(view.press(.character("o")) == .answer)
            seen.append(view.question.profile)
        }
        #expect(seen == ["ios", "android", nil])
        #expect(view.press(.up) == .answer)
        #expect(view.question.profile == "android")
        var days: [Int] = []
        for _ in 0..<3 {
            #expect(view.press(.character("s")) == .answer)
            days.append(view.question.days)
        }
        #expect(days == [7, 30, 1])
    }

    @Test func pausesHelpsAndEnds() throws {
        var view = Self.view(try Self.answer())
        #expect(view.press(.character("p")) == .nothing)
        #expect(view.isPaused)
        #expect(view.press(.character(" ")) == .answer)
        #expect(view.press(.character("?")) == .nothing)
        #expect(view.isHelpShown)
        // Any key closes the help, and does no more.
        #expect(view.press(.character("2")) == .nothing)
        #expect(!view.isHelpShown && view.question.name == "overview")
        #expect(view.press(.character("q")) == .end)
    }

    @Test func tellsHowOldAScreenIs() throws {
        var view = Self.view(try Self.answer())
        func foot(_ seconds: Int, columns: Int = 100) -> String {
            view.lines(columns: columns, rows: 5, at: .seconds(seconds), isColoured: true).last ?? ""
        }
        #expect(foot(12).hasSuffix("refreshed 2 s ago"))
        view.failed("refused", at: .seconds(14))
        #expect(foot(15).hasSuffix("\u{1B}[33mNO ANSWER, 5 s old, again in 0 s: refused\u{1B}[0m"))
        #expect(foot(15, columns: 40) == "\u{1B}[33mNO ANSWER, 5 s old, again in 0 s: refuse\u{1B}[0m")
        view.received(try Self.answer(), to: view.question, at: .seconds(200), every: .seconds(2))
        #expect(view.press(.character("p")) == .nothing)
        #expect(foot(500).hasSuffix("PAUSED, 5 min old"))
    }

    @Test func waitsLongerAfterEveryFailure() throws {
        var view = Self.view(try Self.answer())
        var waits: [Int64] = []
        for _ in 0..<7 {
            view.failed("refused", at: .seconds(100))
            waits.append(((view.next ?? .zero) - .seconds(100)).components.seconds)
        }
        #expect(waits == [1, 2, 4, 8, 16, 30, 30])
        view.received(try Self.answer(), to: view.question, at: .seconds(100), every: .seconds(2))
        #expect(view.failures == 0 && view.next == .seconds(102))
    }

    @Test(arguments: [(100, 30), (40, 10), (40, 2), (20, 1)])
    func fitsTheTerminal(columns: Int, rows: Int) throws {
        let long = String(repeating: "夜", count: 80)
        let view = Self.view(try Self.answer(lines: Array(repeating: long, count: 50)))
        let lines = view.lines(columns: columns, rows: rows, at: .seconds(11), isColoured: false)
        #expect(lines.count == rows)
        #expect(lines.allSatisfy { FramePainter.cells(of: $0) <= columns })
        #expect(lines[0].contains("[1 overview]"))
    }

    @Test func sumsUpWhatWasSeen() throws {
        var view = Self.view(try Self.answer(month: 100, nanoUSD: 1_000))
        view.received(
            try Self.answer(month: 110, nanoUSD: 4_000_000_000),
            to: view.question,
            at: .seconds(70),
            every: .seconds(2)
        )
        #expect(
            view.summary(at: .seconds(190))
                == "watched 3 min: 20 uploads, 7.999998000 USD spent; today 220 uploads, 50.0 % sent, 8.000000000 USD spent"
        )
        // A month that began while it was watched.
        view.received(try Self.answer(month: 2, nanoUSD: 6), to: view.question, at: .seconds(70), every: .seconds(2))
        #expect(view.summary(at: .seconds(190))?.hasPrefix("watched 3 min: 4 uploads, 0.000000012 USD spent;") == true)
        #expect(LiveView(LiveView.Question(name: "a"), server: "b").summary(at: .zero) == nil)
    }
}
