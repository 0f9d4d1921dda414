import Economics
import Testing

@testable import Ledger
@testable import SQLiteLedger

@Suite(.timeLimit(.minutes(2))) struct VerificationTests {
    struct Corruption: Sendable, CustomTestStringConvertible {
        let sql: String
        let lines: [String]

        var testDescription: String { sql }
    }

    private static let hour = Samples.hour.microseconds
    private static let decisions =
        "decision roll-up android \(hour) r3 classify send/sent/gate_passed judged audit emulated gemini-3.5-flash-lite-001"
    private static let hours = "decision hour android \(hour) r3 classify send/sent/gate_passed judged audit emulated"
    private static let costs =
        "cost roll-up android \(hour) gemini-3.5-flash-lite-001 standard gemini-3.5-flash-lite/standard/2026-07-21 ok"

    private static let answers = "answer roll-up android \(hour) gemini-3.5-flash-lite-001 wallpaper/1 low ok"

    static let corruptions: [Corruption] = [
        Corruption(
            sql: "UPDATE windows SET settled = 121, enforced = 221 WHERE kind = 'day'",
            lines: [
                "window profile/android day 2026-11-30 settled: stored 121, the rows say 120",
                "window profile/android day 2026-11-30 enforced: stored 221, the rows say 220",
            ]
        ),
        Corruption(
            sql: "UPDATE windows SET held = 0, enforced = settled WHERE kind = 'month'",
            lines: [
                "window profile/android month 2026-11 held: stored 0, the rows say 100",
                "window profile/android month 2026-11 enforced: stored 120, the rows say 220",
            ]
        ),
        Corruption(
            sql: "UPDATE windows SET uncertain = 60 WHERE kind = 'day'",
            lines: ["window profile/android day 2026-11-30 uncertain: stored 60, the rows say 0"]
        ),
        Corruption(
            sql: "PRAGMA ignore_check_constraints = ON; UPDATE windows SET enforced = 1 WHERE kind = 'day'",
            lines: [
                "window profile/android day 2026-11-30 enforced: stored 1, the rows say 220"
            ]
        ),
        Corruption(
            sql: "DELETE FROM windows WHERE kind = 'month'",
            lines: [
                "window profile/android month 2026-11 settled: stored 0, the rows say 120",
                "window profile/android month 2026-11 held: stored 0, the rows say 100",
                "window profile/android month 2026-11 enforced: stored 0, the rows say 220",
            ]
        ),
        Corruption(
            sql: "INSERT INTO windows VALUES ('profile/ios', 'day', 'x', 5, 0, 0, 5)",
            lines: [
                "window profile/ios day x settled: stored 5, the rows say 0",
                "window profile/ios day x enforced: stored 5, the rows say 0",
            ]
        ),
        Corruption(
            sql: "UPDATE decision_rollups SET count = 3, latency = 1, gate = 2, gated = 1, cost = 7, "
                + "compared = 1, disagreed = 1",
            lines: [
                "\(decisions) count: stored 3, the rows say 2", "\(decisions) latency: stored 1, the rows say 1200000",
                "\(decisions) gate: stored 2, the rows say 18000", "\(decisions) gated: stored 1, the rows say 2",
                "\(decisions) cost: stored 7, the rows say 120",
                "\(decisions) compared: stored 1, the rows say 0", "\(decisions) disagreed: stored 1, the rows say 0",
            ]
        ),
        // What follows by triggers, changed past them.
        Corruption(
            sql: "UPDATE decision_hours SET count = 3, cost = 7",
            lines: ["\(hours) count: stored 3, the rows say 2", "\(hours) cost: stored 7, the rows say 120"]
        ),
        Corruption(
            sql: "DELETE FROM decision_hours",
            lines: [
                "\(hours) count: stored 0, the rows say 2", "\(hours) latency: stored 0, the rows say 1200000",
                "\(hours) gate: stored 0, the rows say 18000", "\(hours) gated: stored 0, the rows say 2",
                "\(hours) cost: stored 0, the rows say 120",
            ]
        ),
        Corruption(
            sql: "UPDATE cost_rollups SET attempts = 1, cost = 119, total = 0",
            lines: [
                "\(costs) attempts: stored 1, the rows say 2", "\(costs) cost: stored 119, the rows say 120",
                "\(costs) total: stored 0, the rows say 2588",
            ]
        ),
        Corruption(
            sql: "UPDATE answer_rollups SET attempts = 3, mismatched = 1, estimated_input = 1, image = 0",
            lines: [
                "\(answers) attempts: stored 3, the rows say 2", "\(answers) mismatched: stored 1, the rows say 0",
                "\(answers) estimated_input: stored 1, the rows say 2000",
                "\(answers) image: stored 0, the rows say 560",
            ]
        ),
        Corruption(
            sql: "UPDATE decisions SET cost = 61 WHERE id = 'a'",
            lines: [
                "\(decisions) cost: stored 120, the rows say 121", "decision a cost: stored 61, the rows say 60",
            ]
        ),
        Corruption(
            sql: "DELETE FROM journeys",
            lines: ["attempts of c decisions: stored 0, the rows say 1"]
        ),
    ]

    private func filled() async throws -> OpenLedger {
        let ledger = try await OpenLedger()
        for id in ["a", "b"] {
            _ = try await ledger.store.reserve(Samples.hold(id))
            var settlement = Samples.settlement(id, cost: 60)
            settlement.facts = AnswerFacts(
                schema: "wallpaper/1",
                mediaResolution: "low",
                repaired: false,
                estimatedInput: 1_000,
                estimatedImage: 264
            )
            try await ledger.store.settle(settlement)
            try await ledger.store.record(Samples.decision(id, cost: 60))
        }
        _ = try await ledger.store.reserve(Samples.hold("c"))
        return ledger
    }

    @Test func tiesWhileJourneysAreUnderWay() async throws {
        let ledger = try await filled()
        let found = try await ledger.store.verification()
        #expect(
            found
                == Verification(
                    decisions: 2,
                    attempts: 3,
                    settled: Money(nanoUSD: 120),
                    emulated: .zero,
                    held: Money(nanoUSD: 100),
                    differences: []
                )
        )
        #expect(
            found.report == [
                "2 decisions, 3 attempts; settled 120 nano-USD, held 100 nano-USD", "everything ties",
            ]
        )
        await ledger.store.close()
    }

    @Test(arguments: corruptions)
    func namesTheFigureThatDoesNotTie(_ corruption: Corruption) async throws {
        let ledger = try await filled()
        await ledger.store.close()
        // A connection of its own, as someone with `sqlite3` in hand would open it.
        do {
            let raw = try Connection(path: ledger.database, mode: .write)
            try raw.script(corruption.sql)
        }
        let reader = try await SQLiteStore.openReadOnly(folder: ledger.data)
        let found = try await reader.verification()
        #expect(found.differences == corruption.lines)
        #expect(
            Array(found.report.dropFirst()) == ["figures that do not tie: \(corruption.lines.count)"] + corruption.lines
        )
        await reader.close()
    }

    @Test func namesWhatIsBrokenInTheFile() async throws {
        let ledger = try await filled()
        try await ledger.store.append(Samples.revision(1))
        await ledger.store.close()
        func change(_ sql: String) throws { try Connection(path: ledger.database, mode: .write).script(sql) }
        let relax = "UPDATE sqlite_schema SET sql = replace(sql, 'origin TEXT NOT NULL', 'origin TEXT')"
        let tighten = "UPDATE sqlite_schema SET sql = replace(sql, 'origin TEXT', 'origin TEXT NOT NULL')"
        try change("PRAGMA writable_schema = ON; \(relax) WHERE name = 'revisions'")
        try change("INSERT INTO revisions VALUES (2, 1, 'mika', NULL, 'none')")
        try change("PRAGMA writable_schema = ON; \(tighten) WHERE name = 'revisions'")
        let reader = try await SQLiteStore.openReadOnly(folder: ledger.data)
        #expect(try await reader.verification().differences == ["file: NULL value in revisions.origin"])
        await reader.close()
    }

    @Test func findsADecisionThatIsThereTwice() async throws {
        let ledger = try await filled()
        try await ledger.raw(
            """
            DROP INDEX decisions_id;
            CREATE TEMP TABLE twin AS SELECT * FROM decisions WHERE id = 'a';
            UPDATE twin SET number = 99;
            INSERT INTO decisions SELECT * FROM twin;
            UPDATE decision_rollups SET count = 3, latency = 1800000, gate = 27000, gated = 3, cost = 180;
            """
        )
        #expect(try await ledger.store.verification().differences == ["decision a rows: stored 2, the rows say 1"])
        await ledger.store.close()
    }

    @Test func namesAHundredOfAKindAndCountsTheOthers() async throws {
        let ledger = try await OpenLedger()
        for number in 0..<130 { try await ledger.store.record(Samples.decision("d\(number)", cost: 1)) }
        let lines = try await ledger.store.verification().differences
        #expect(lines.count == 101)
        #expect(lines.last == "decision: 30 more figures differ")
        await ledger.store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func namesADecisionWhoseCostIsNotThatOfItsAttempts(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.reserve(Samples.hold("a"))
            try await store.settle(Samples.settlement("a", cost: 60))
            try await store.record(Samples.decision("a", cost: 59))
            let found = try await store.verification()
            #expect(found.differences == ["decision a cost: stored 59, the rows say 60"])
            #expect(found.ties == false)
        }
    }
}
