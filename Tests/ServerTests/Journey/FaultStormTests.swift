import Documents
import Economics
import Ledger
import Platform
import TestSupport
import Testing

/// A bad day of the API: 30 % overloaded, 10 % malformed, 5 % that hang. `gemini-bench storm` times the same.
struct FaultStormTests {
    private static let script = """
        { seed: 7, rules: [
          { match: { probability: 0.05 }, action: { hold: "release" } },
          { match: { probability: 0.3158 }, action: { status: 503 } },
          { match: { probability: 0.1538 }, action: { malformed: "outOfSet" } } ] }
        """

    @Test(.timeLimit(.minutes(10)))
    func booksWhatTheEmulatorCharged() async throws {
        let folder = try TemporaryFolder()
        var setup = ServerUnderTest.Setup()
        setup.script = Self.script
        setup.journal = folder.file("journal")
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5" else { return }
            try text.change("deadline: \"60s\"", to: "deadline: \"6s\"")
            try text.change("\"30s\"", to: "\"5s\"")
        }
        try await ServerUnderTest.run(setup) { server in
            let uploads = 120
            let outcomes = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<uploads {
                    group.addTask {
                        let picture = try Pictures.sharp(seed: 9_000 + UInt64(number), width: 96, height: 64)
                        let answer = try await server.upload(picture)
                        #expect(answer.status == 200)
                        return answer.string("outcome")
                    }
                }
                var outcomes: [String: Int] = [:]
                for try await outcome in group { outcomes[outcome ?? "none", default: 0] += 1 }
                return outcomes
            }
            // Whoever was not answered by the cloud was answered all the same.
            #expect(Set(outcomes.keys) == ["sent", "local"])
            // How many got through before their deadline is the machine's affair; that the bills tie is not.
            #expect(outcomes["sent", default: 0] > 0)

            let charged = try Self.bills(folder.file("journal"))
            var uncertain = 0
            var booked = Money.zero
            for decision in try await server.decisions() {
                for attempt in try await server.store.attempts(decisionID: decision.id) {
                    let settlement = try #require(attempt.settlement)
                    let bill = charged["\(decision.id)/\(attempt.hold.attempt)"] ?? .zero
                    if settlement.uncertain {
                        // Nobody knows: the most it can be, and no less than it was.
                        uncertain += 1
                        #expect(settlement.cost == attempt.hold.amount)
                        #expect(bill <= settlement.cost)
                    } else {
                        #expect(settlement.cost == bill, "\(decision.id)/\(attempt.hold.attempt) \(settlement.result)")
                        booked = try booked.adding(settlement.cost)
                    }
                }
            }
            #expect(booked > .zero)
            let held = server.emulator.held
            #expect(uncertain >= held)
            #expect(held > 0)
            let totals = try await server.store.totals(WindowName(profile: "ios", kind: .month, id: "2026-11"))
            #expect(totals.uncertain > .zero)
            #expect(try totals.uncertain.adding(booked) == totals.settled)
            server.emulator.release()
            let verification = try await server.store.verification()
            #expect(verification.differences == [])
            #expect(verification.decisions == uploads)
            #expect(verification.held == .zero)
            // Every call that arrived has its row. On a slow machine one may be given up before it arrives: uncertain too.
            let received = server.emulator.received
            #expect((received...received + uncertain - held).contains(verification.attempts))
        }
    }

    private static func bills(_ path: String) throws -> [String: Money] {
        var bills: [String: Money] = [:]
        for line in String(decoding: try FileContent.read(path), as: UTF8.self).split(separator: "\n") {
            let root = try #require(DocumentReader.read(Array(line.utf8), file: "journal", dialect: .json).root)
            guard let attempt = root["attempt"]?.string, let cost = root["nanoUSD"]?.integer else { continue }
            bills[attempt] = Money(nanoUSD: cost)
        }
        return bills
    }
}
