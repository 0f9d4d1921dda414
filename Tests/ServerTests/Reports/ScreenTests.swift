import Documents
import Economics
import Platform
import Policy
import Testing

@testable import Server

/// Texts for people: widths, streams, figures that do not fit.
struct ScreenTests {
    @Test(.timeLimit(.minutes(10)))
    func keepsEveryLineWithinTheWidth() async throws {
        try await ServerUnderTest.run(try MixedLoad.setup()) { server in
            try await MixedLoad.send(to: server)
            for width in [40, 54, 60, 80, 100, 140, 200] {
                for path in [
                    "/dashboard?", "/dashboard?exact&", "/dashboard/ios?", "/v1/reports/economics?",
                    "/v1/reports/economics?exact&", "/v1/reports/economics?by=day,profile&",
                ] {
                    let text = try await server.get("\(path)width=\(width)").text
                    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                    for line in lines { #expect(line.count <= width, "\(path)\(width): \(line)") }
                    #expect(lines.contains { $0.count == width }, "\(path)\(width)")
                    #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
                    // Every profile is there at every width, and every figure whole.
                    #expect(text.contains("ios"))
                    #expect(!text.split(separator: " ").contains("#####"), "\(path)\(width)")
                    if !path.contains("/ios") { #expect(text.contains("android")) }
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [("", 100), ("width=1", 40), ("width=9999", 200)])
    func takesWidthsFrom40To200(query: String, width: Int) async throws {
        try await ServerUnderTest.run { server in
            let text = try await server.get("/dashboard?\(query)").text
            #expect(text.split(separator: "\n").map(\.count).max() == width)
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            "/dashboard?width=x", "/dashboard?width=", "/dashboard/ios?watch=soon", "/v1/reports/economics?width=1e2",
        ]
    )
    func refusesWhatIsNoNumber(path: String) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.get(path)
            #expect(answer.status == 400)
            #expect(answer.string("code") == "invalid_field")
        }
    }

    /// Every day has windows to look at.
    @Test(.timeLimit(.minutes(10)), arguments: ["to=9999-12-31", "from=0001-01-01", "from=2016-01-01"])
    func refusesAReportOfMoreThanTenYears(query: String) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.get("/v1/reports/economics?\(query)")
            #expect(answer.status == 400)
            #expect(answer.string("detail")?.hasPrefix("a report covers at most 3660 days, found ") == true)
        }
    }

    /// An empty report would read as "no uploads".
    @Test(.timeLimit(.minutes(10)))
    func refusesAReportOfAProfileNobodyHas() async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.get("/v1/reports/economics?profile=iso")
            #expect(answer.status == 404)
            #expect(answer.string("code") == "unknown_profile")
            #expect(answer.string("detail") == "there is no profile `iso`; known: android, ios")
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func showsOneProfileOrAll() async throws {
        try await ServerUnderTest.run { server in
            for path in ["/dashboard/ios", "/dashboard?profile=ios"] {
                let text = try await server.get(path).text
                #expect(text.contains(" ios "))
                #expect(!text.contains("android"))
                #expect(!text.contains(" all "))
            }
            let all = try await server.get("/dashboard?height=60").text
            #expect(all.hasPrefix("Torii  policy r1  enforce   2026-11-30T09:53:20  Asia/Tokyo (UTC+09:00)\n"))
            #expect(all.contains("android") && all.contains(" all "))
            #expect(all.contains("\ngate  nothing yet   cloud nothing yet\n"))
            for path in ["/dashboard/windows", "/dashboard?profile=windows"] {
                let answer = try await server.get(path)
                #expect(answer.status == 404)
                #expect(answer.string("code") == "unknown_profile")
            }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func saysThatFiguresAreEmulated() async throws {
        try await ServerUnderTest.run { server in
            _ = try await server.upload(Pictures.sharp(seed: 81))
            let screen = try await server.get("/dashboard?height=60").text
            #expect(screen.hasPrefix("EMULATED  Torii  policy r1"))
            #expect(!screen.contains("nothing yet"))
            // The latest decisions stand below.
            let id = try #require(try await server.decisions().first?.id)
            let line = try #require(screen.split(separator: "\n").first { $0.contains(id) })
            #expect(line.hasPrefix("09:53:20  ios  sent      gate_passed "))
            #expect(line.hasSuffix("<0.01  \(id)"))
            let report = try await server.get("/v1/reports/economics").text
            #expect(report.contains("\nEMULATED: "))
        }
    }

    /// A full cap shows as such.
    @Test(.timeLimit(.minutes(10)))
    func showsHowMuchOfACapIsUsed() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" {
                try text.change("daily: \"3.00 USD\"", to: "daily: \"0.00000005 USD\"")
            } else if path == "android.json5" {
                try text.change("daily: \"2.40 USD\",", to: "")
            }
        }
        try await ServerUnderTest.run(setup) { server in
            _ = try await server.upload(Pictures.sharp(seed: 82))
            let text = try await server.get("/dashboard?exact&height=60").text
            let screen = TextFigures(text, labelWidth: 22, columns: 6)
            #expect(screen["daily cap"] == ["-", "0.000000050"])
            #expect(screen["used"] == ["-", "0", "%", "......"])
            #expect(screen["budget_exhausted"] == ["0", "1", "1"])
        }
    }

    /// The first frame clears the screen; later ones draw over what is there, so that nothing flickers.
    @Test(.timeLimit(.minutes(10)))
    func streamsFramesThatDoNotFlicker() async throws {
        try await ServerUnderTest.run { server in
            let request = HTTPRequest(
                method: "GET",
                path: "/dashboard",
                query: [(name: "watch", value: "1s"), (name: "width", value: "60")]
            )
            let response = await server.server.service.response(to: request)
            #expect(response.headers.contains { $0.name == "X-Accel-Buffering" && $0.value == "no" })
            guard case .stream(let stream) = response.body else {
                Issue.record("not a stream")
                return
            }
            var frames: [String] = []
            for await frame in stream {
                frames.append(String(decoding: frame, as: UTF8.self))
                if frames.count == 2 { server.server.service.beginDraining() }
            }
            // Draining ends the stream.
            #expect(frames.count == 2)
            #expect(frames[0].hasPrefix("\u{1B}[?2026h\u{1B}[2J\u{1B}[H"))
            #expect(frames[1].hasPrefix("\u{1B}[?2026h\u{1B}[H"))
            #expect(!frames[1].contains("\u{1B}[2J"))
            for frame in frames {
                #expect(frame.hasSuffix("\u{1B}[J\u{1B}[?2026l"))
                let lines = frame.split(separator: "\r\n")
                #expect(lines.count > 10)
                // The rest of a full line is not erased: the cursor stands on its last cell.
                for line in lines.dropLast() {
                    let cells = line.replacing("\u{1B}[?2026h", with: "").replacing("\u{1B}[2J", with: "")
                        .replacing("\u{1B}[H", with: "").replacing("\u{1B}[K", with: "").count
                    #expect(line.hasSuffix("\u{1B}[K") == (cells < 60), "\(line)")
                }
            }
        }
    }

    /// Nobody draws for a client that has left.
    @Test(.timeLimit(.minutes(10)))
    func stopsDrawingWhenTheClientLeaves() async throws {
        let store = FailingStore()
        var setup = ServerUnderTest.Setup()
        setup.store = store
        weak var service: Service?
        try await ServerUnderTest.run(setup) { server in
            service = server.server.service
            let request = HTTPRequest(method: "GET", path: "/dashboard", query: [(name: "watch", value: "60s")])
            guard case .stream(let stream) = await server.server.service.response(to: request).body else {
                Issue.record("not a stream")
                return
            }
            var isFirst = true
            for await _ in stream where isFirst {
                isFirst = false
                break
            }
        }
        // The drawing holds the service: it goes once the drawing has ended, long before its next frame.
        let deadline = ContinuousClock.now + .seconds(30)
        while service != nil, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(5)) }
        #expect(service == nil)
    }

    @Test(
        arguments: [
            (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (-1_000, "-1,000"),
            (-12, "-12"),
        ]
    )
    func groupsThousands(number: Int, text: String) { #expect(FigureText.count(number) == text) }

    @Test(
        arguments: [
            (0.0, 2, "0.00"), (0.005, 2, "0.01"), (-0.004, 2, "0.00"), (-0.006, 2, "-0.01"), (12.345, 1, "12.3"),
            (99.95, 0, "100"), (1e16, 2, "#####"), (0.5, 0, "1"),
        ]
    )
    func roundsHalfAwayFromZero(number: Double, decimals: Int, text: String) {
        #expect(FigureText.fixed(number, decimals) == text)
    }

    @Test func writesSharesPointsAndDurations() {
        #expect(FigureText.share(nil) == "-")
        #expect(FigureText.share(.nan) == "-")
        #expect(FigureText.share(0.41204) == "41.20 %")
        #expect(FigureText.points(0.0012) == "+0.12")
        #expect(FigureText.points(-0.0012) == "-0.12")
        #expect(FigureText.money(nil, .exact) == "-")
        #expect(FigureText.duration(nil) == "-")
        #expect(FigureText.duration(.microseconds(1_234)) == "1.2 ms")
        #expect(FigureText.duration(.milliseconds(14)) == "14 ms")
        #expect(FigureText.duration(.milliseconds(1_210)) == "1.21 s")
    }

    /// Figures are whole or `#####`, labels may be cut, and columns without room go below.
    @Test func putsColumnsBelowEachOther() {
        var table = FigureTable(columns: ["first", "second", "a-very-long-name", "fourth"], width: 52)
        table.heading("Figures")
        table.text("a remark")
        table.row("short", ["1", "22", "333", "4444"], note: "note")
        table.row("a label that is far too long to be whole", ["12345678901234567"])
        let text = table.rendered()
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 52 })
        #expect(text.ranges(of: "-- Figures").count == 2)
        #expect(text.ranges(of: "a remark").count == 1)
        #expect(text.ranges(of: "a label that is far to").count == 1)
        #expect(text.contains("#####"))
        #expect(text.ranges(of: "note").count <= 1)
        #expect(text.contains(" 333") && text.contains("4444"))
    }
}
