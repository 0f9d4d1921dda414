import Documents
import Economics
import Policy
import TestSupport
import Testing

@testable import Server

/// What stands above every panel while something is stopped.
struct NoticeTests {
    @Test(.timeLimit(.minutes(5)))
    func saysThatSpendingIsFrozenUntilTheThaw() async throws {
        let folder = try TemporaryFolder()
        var setup = ServerUnderTest.Setup()
        setup.data = folder.path
        try await ServerUnderTest.run(setup) { server in
            _ = try await server.control("freeze", ["reason": "strange bill", "by": "ana"])
            let notice =
                "FROZEN since 2026-11-30T09:53:20+09:00 by ana: strange bill; no call is made until torii thaw"
            for path in ["/dashboard", "/dashboard/ios", "/dashboard?height=5"] {
                let lines = try await server.get(path).text.split(separator: "\n")
                #expect(lines.dropFirst().first.map(String.init) == notice, "\(path)")
            }
            let narrow = try await server.get("/dashboard?width=40").text
            #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 40 })
            #expect(narrow.replacing("\n  ", with: " ").contains(notice))
            #expect(try await server.get("/dashboard?format=ansi").text.contains("\u{1B}[31mFROZEN since"))
            let numbers = try await server.get("/dashboard?format=json")
            #expect(numbers["frozen"]?.bool == true && numbers.strings("notices") == [notice])
            _ = try await server.control("thaw", ["reason": "found it", "by": "ana"])
            #expect(try await server.get("/dashboard").text.contains("FROZEN") == false)
            #expect(try await server.get("/dashboard?format=json").strings("notices") == [])
        }
    }

    /// A cap with room for less than one call is no healthy one, whatever its share.
    @Test(.timeLimit(.minutes(5)))
    func saysThatACapKeepsUploadsLocal() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("daily: \"3.00 USD\"", to: "daily: \"0.00000005 USD\"") }
        }
        try await ServerUnderTest.run(setup) { server in
            #expect(try await server.get("/dashboard").text.contains("OVER CAP") == false)
            for seed in [91, 92] as [UInt64] { _ = try await server.upload(Pictures.sharp(seed: seed)) }
            let notice = "OVER CAP: ios kept 2 uploads local today: the next call did not fit its caps"
            #expect(try await server.get("/dashboard").text.contains("\n\(notice)\n"))
            #expect(try await server.get("/dashboard/android").text.contains("OVER CAP") == false)
        }
    }

    /// Of a window each alert is kept once, with the cap it was of: one that was raised since is no news of now.
    @Test(.timeLimit(.minutes(5)))
    func saysNothingInThePresentTenseOfACapThatWasRaised() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("daily: \"3.00 USD\"", to: "daily: \"0.0025 USD\"") }
        }
        try await ServerUnderTest.run(setup) { server in
            var outcomes: [String?] = []
            for seed in 91...96 as ClosedRange<UInt64> {
                outcomes.append(try await server.upload(Pictures.sharp(seed: seed)).string("outcome"))
            }
            let refused = outcomes.count { $0 == "local" }
            #expect(refused > 0 && outcomes.first == "sent")
            let over = try await server.get("/dashboard").text
            #expect(over.contains("\nOVER CAP: ios kept \(refused) upload"))
            #expect(over.contains("\nALERT profile/ios: a call did not fit the day's cap of 0.0025 USD ("))

            let raised = try await AuditedApplyTests.apply(server, [("daily: \"0.0025 USD\"", "daily: \"3.00 USD\"")])
            #expect(raised.status == 200)
            let screen = try await server.get("/dashboard").text
            #expect(!screen.contains("ALERT") && !screen.contains("OVER CAP"))
            let uploads = refused == 1 ? "1 upload" : "\(refused) uploads"
            #expect(screen.contains("\nios kept \(uploads) local today, before a cap was raised\n"))
            #expect(try await server.get("/dashboard?format=json")["alerts"]?.array?.isEmpty == true)

            // What is told of is what the screen's `used` counts: spent and held, of the cap as it is now.
            let day = try await server.get("/dashboard?format=json")
            let settled = try #require(day.integer("profiles.1.caps.day.settledNanoUSD"))
            let cap = Money(nanoUSD: settled * 10 / 9)
            _ = try await AuditedApplyTests.apply(
                server,
                [("daily: \"3.00 USD\"", "daily: \"\(cap.formatted(.exact)) USD\"")]
            )
            let near = try await server.get("/dashboard").text
            #expect(near.contains("\nALERT profile/ios: 90.0 % of the day's cap of \(cap) is used\n"), "\(near)")
            #expect(near.contains(" 90 % "))
        }
    }

    /// A dial begins with its first upload; until then the screen says what the policy says.
    @Test(.timeLimit(.minutes(5)))
    func saysTheModeOfADialThatHasNotBegun() async throws {
        var setup = ServerUnderTest.Setup()
        setup.dashboards = PolicyDocuments.root + "/dashboards"
        try await ServerUnderTest.run(setup) { server in
            #expect(try await server.get("/dashboard/controller").text.contains("every profile has target.mode off"))
            let applied = try await AuditedApplyTests.apply(server, [("mode: \"off\"", "mode: \"auto\"")])
            #expect(applied.status == 200)
            let line = "ios: target.mode auto; its dial begins with the next upload\n"
            let before = try await server.get("/dashboard/controller").text
            #expect(before.contains(line) && !before.contains("every profile"), "\(before)")
            #expect(try await server.get("/dashboard/controller?profile=android").text.contains("every profile"))
            _ = try await server.upload(Pictures.sharp(seed: 91))
            #expect(try await !server.get("/dashboard/controller").text.contains(line))
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func refusesItemsThatNobodyReads() async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.get("/dashboard?profle=ios")
            #expect(answer.status == 400 && answer.string("code") == "invalid_field")
            #expect(
                answer.string("detail")?.hasPrefix("there is no `profle` here; did you mean `profile`? (known: ")
                    == true
            )
        }
    }

    /// The id can be asked for at any width.
    @Test(.timeLimit(.minutes(5)), arguments: [40, 60, 80, 100, 140])
    func keepsIDsWhole(width: Int) async throws {
        try await ServerUnderTest.run { server in
            _ = try await server.upload(Pictures.blurred(3))
            let id = try #require(try await server.decisions().first?.id)
            let screen = try await server.get("/dashboard?width=\(width)&height=99").text
            #expect(screen.split(separator: "\n").contains { $0.hasSuffix("  \(id)") && $0.hasPrefix("09:53:20  ") })
            #expect(screen.split(separator: "\n").first?.contains("UTC+09:00") == true)
        }
    }

    @Test(arguments: [
        ([], []), ([0, 0, 3], [0, 0, 3]), ([4], [4]), ([5, 9, 2], [5, 9]), ([5, 2, 2], [5, 2, 2]),
        (Array(1...25), Array(2...25)),
    ])
    func drawsNoHourThatWouldLookLikeAFall(hours: [Int], drawn: [Int]) {
        #expect(HourlyUploads.drawn(hours) == drawn)
    }
}
