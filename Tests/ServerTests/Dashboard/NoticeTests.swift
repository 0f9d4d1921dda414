import Documents
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
