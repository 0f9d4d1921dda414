import Economics
import Testing

@testable import Ledger
@testable import SQLiteLedger

@Suite(.timeLimit(.minutes(2))) struct SchemaTests {
    @Test func everyTableHasARetentionRule() async throws {
        let ledger = try await OpenLedger()
        let tables = try await (try ledger.writer).write { connection throws(LedgerError) in
            try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text() }
        }
        #expect(Set(tables) == Set(Retention.rules.keys))
        await ledger.store.close()
    }

    @Test func everyTableIsStrict() async throws {
        let ledger = try await OpenLedger()
        let loose = try await ledger.integer(
            "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite_%'"
        )
        #expect(loose == 0)
        await ledger.store.close()
    }

    @Test(
        arguments: [
            "UPDATE revisions SET reason = 'other'", "DELETE FROM revisions", "DELETE FROM revision_documents",
            "UPDATE revision_documents SET path = 'other'", "DELETE FROM revision_revenue",
            "UPDATE revision_revenue SET ecpm = 1",
        ]
    )
    func revisionsAreAppendOnly(_ sql: String) async throws {
        let ledger = try await OpenLedger()
        try await ledger.store.append(Samples.revision(1))
        let expected = LedgerError(.invariant, "sqlite 1811 (append only) in `\(sql)`")
        await #expect(throws: expected) { try await ledger.raw(sql) }
        #expect(try await ledger.store.revision(number: 1) == Samples.revision(1))
        await ledger.store.close()
    }

    @Test(arguments: ["UPDATE audit_judgements SET finding = 'withdrawn'", "DELETE FROM audit_judgements"])
    func judgementsAreAppendOnly(_ sql: String) async throws {
        let ledger = try await OpenLedger()
        let judgement = AuditJudgement(
            decisionID: "a",
            edition: 1,
            finding: .falseReject,
            by: "anna",
            from: "cli",
            reason: "a cat",
            at: Samples.noon
        )
        _ = try await ledger.store.append(judgement)
        let expected = LedgerError(.invariant, "sqlite 1811 (append only) in `\(sql)`")
        await #expect(throws: expected) { try await ledger.raw(sql) }
        #expect(try await ledger.store.auditJudgements(decisionID: "a") == [judgement])
        await ledger.store.close()
    }

    @Test(
        arguments: [
            "settled, held, uncertain, enforced) VALUES (?, 'day', 'w', -1, 0, 0, -1)",
            "settled, held, uncertain, enforced) VALUES (?, 'day', 'w', 0, -1, 0, -1)",
            "settled, held, uncertain, enforced) VALUES (?, 'day', 'w', 1, 1, 2, 2)",
            "settled, held, uncertain, enforced) VALUES (?, 'day', 'w', 1, 1, 0, 3)",
            "settled, held, uncertain, enforced) VALUES (?, 'day', 'w', 9223372036854775807, 1, 0, 9223372036854775807)",
            "settled, held, uncertain, enforced) VALUES (?, 'day', 'w', 0.5, 0, 0, 0)",
            "settled, held, uncertain, enforced) VALUES (?, 'day', NULL, 0, 0, 0, 0)",
        ]
    )
    func tableRefusesMoneyThatDoesNotTieAndKeepsArgumentsToItself(_ values: String) async throws {
        let ledger = try await OpenLedger()
        let sql = "INSERT INTO windows (holder, kind, id, \(values)"
        let error = await #expect(throws: LedgerError.self) {
            try await (try ledger.writer).write { connection throws(LedgerError) in
                try connection.run(sql, [.text("s3cret")])
            }
        }
        #expect(error?.code == .invariant)
        #expect(error?.message.contains("`\(sql)`") == true)
        #expect(error?.message.contains("s3cret") == false)
        #expect(error?.description == error?.message)
        await ledger.store.close()
    }

    @Test(
        arguments: [
            ("UPDATE decisions SET outcome = 'teleported'", "Outcome", "teleported"),
            ("UPDATE decisions SET route = 'x'", "Route", "x"),
            ("UPDATE decisions SET reasons = 'gate_passed,luck'", "Reason", "luck"),
        ]
    )
    func refusesAWordThisVersionDoesNotKnow(_ sql: String, _ type: String, _ word: String) async throws {
        let ledger = try await OpenLedger()
        try await ledger.store.record(Samples.decision("a"))
        try await ledger.raw(sql)
        let expected = LedgerError(
            .schema,
            "the ledger holds the \(type) `\(word)`, which this version does not know"
        )
        await #expect(throws: expected) { try await ledger.store.decision(id: "a") }
        await ledger.store.close()
    }

    @Test func settlingMoreThanIsHeldIsRefused() async throws {
        let ledger = try await OpenLedger()
        _ = try await ledger.store.reserve(Samples.hold("a", amount: 100))
        try await ledger.raw("UPDATE windows SET held = 40, enforced = 40")
        let expected = LedgerError(.invariant, "settling releases 60 nano-USD more than is held")
        await #expect(throws: expected) { try await ledger.store.settle(Samples.settlement("a")) }
        #expect(try await ledger.store.attempts(decisionID: "a").first?.settlement == nil)
        await ledger.store.close()
    }

    @Test func keysAndTextsKeepTheirBytes() async throws {
        let ledger = try await OpenLedger()
        for id in ["", "naïve 写真 🏯", "zero\u{0}inside", "quote'; DROP TABLE decisions; --"] {
            try await ledger.store.record(Samples.decision(id, key: id))
            #expect(try await ledger.store.decision(id: id) == Samples.decision(id, key: id))
        }
        await ledger.store.close()
    }

    @Test func benchmarkGivesFigures() async throws {
        let ledger = try await OpenLedger()
        await ledger.store.close()
        let figures = try await LedgerBenchmark.run(folder: ledger.folder.file("bench"), scale: 0.01)
        #expect(figures.count == 13)
        #expect(figures.allSatisfy { $0.value > 0 && $0.value.isFinite })
    }
}
