import Economics
import TestSupport
import Testing

@testable import Ledger
@testable import SQLiteLedger

/// Files of earlier versions become files of this one, with every figure kept.
@Suite(.timeLimit(.minutes(2))) struct MigrationTests {
    /// A ledger as version 1 left it: two decisions, one with a key, one attempt of 60 nano-USD.
    private static let rows = """
        INSERT INTO attempts (decision, attempt, profile, revision, model, tier, price, amount, at, hour, day, day_start,
            day_end, cost, prompt, cached, candidates, thoughts, tool_use, total, image, settled_price, result, uncertain,
            emulated, latency, settled_at, above_hold)
        VALUES ('a', 1, 'ios', 1, 'm', 'standard', 'p', 100, 5, 0, '1970-01-01', 0, 86400000000, 60, 9, 0, 1, 0, 0, 10, 4,
            'p', 'ok', 0, 0, 7, 6, 0);
        INSERT INTO windows VALUES ('ios', 'day', '1970-01-01', 60, 0, 0, 60);
        INSERT INTO cost_rollups VALUES (0, 'ios', 'm', 'standard', 'p', 'ok', 0, 1, 60, 0, 9, 0, 1, 0, 0, 10, 4, 7);
        INSERT INTO decisions (id, route, profile, revision, at, hour, verdict, outcome, source, reasons, judged,
            score_space, absent, cost, model, emulated, latency, scope, idempotency_key, answer_status, answer)
        VALUES ('a', 'classify', 'ios', 1, 5, 0, 'send', 'sent', 'cloud', 'gate_passed,abstract_bypass', 1, 'torii/1', '',
            60, 'm', 0, 11, 'key-1', 'k', 200, x'7b7d'),
            ('b', 'classify', 'ios', 1, 6, 0, 'reject', 'rejected', 'local', 'too_blurry', 1, 'torii/1', '',
            0, NULL, 0, 3, NULL, NULL, 200, x'7b7d');
        INSERT INTO decision_rollups VALUES (0, 'ios', 1, 'classify', 'send', 'sent', 'gate_passed', 1, 0, 0, 1, 11, 0, 0);
        INSERT INTO decision_rollups
        VALUES (0, 'ios', 1, 'classify', 'reject', 'rejected', 'too_blurry', 1, 0, 0, 1, 3, 0, 0);
        """

    @Test func keepsEveryFigureOfVersionOne() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("data")
        let ledger = LedgerFolder(path: path)
        do {
            _ = try ledger.lock()
            try ledger.createFile()
            let old = try Connection(path: ledger.databasePath, mode: .write)
            try old.script(Schema.version1)
            try old.script(Self.rows)
            try old.script("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 1;")
        }
        let store = try await SQLiteStore.open(folder: path)
        #expect(try await store.verification().differences == [])
        let found = try await store.rollups(from: Timestamp(microseconds: 0), to: .distantFuture)
        #expect(
            Set(found.decisions.map { "\($0.reason.rawValue) \($0.client) \($0.model) \($0.count) \($0.cost.nanoUSD)" })
                == ["gate_passed key-1 m 1 60", "too_blurry   1 0"]
        )
        #expect(found.costs.map(\.cost) == [Money(nanoUSD: 60)])
        #expect(try await store.decision(id: "a")?.client == "key-1")
        #expect(try await store.attempts(decisionID: "a").first?.settlement?.cheaper == CheaperSends.none)
        await store.close()
    }
}
