import Economics
import Foundation
import Testing

@testable import Ledger
@testable import SQLiteLedger

/// Old rows go in small batches; what was counted of them stays.
@Suite(.timeLimit(.minutes(5))) struct PruningTests {
    private static let day: Int64 = 86_400

    /// Days of ten journeys each, the first one `days` ago.
    private static func fill(_ ledger: OpenLedger, days: Int) async throws {
        for day in 0..<days {
            let at = Samples.noon.advanced(bySeconds: -Int64(days - day) * Self.day)
            let hour = Timestamp.seconds(at.seconds / 3_600 * 3_600)
            let id = CivilDate(at: at, in: .utc).description
            for number in 0..<10 {
                let name = "d\(day)-\(number)"
                _ = try await ledger.store.reserve(
                    Samples.hold(
                        name,
                        windows: [Samples.day(id), Samples.month(String(id.prefix(7)))],
                        at: at,
                        hour: hour
                    )
                )
                try await ledger.store.settle(Samples.settlement(name, cost: 60))
                var decision = Samples.decision(name, cost: 60, key: name)
                decision.at = at
                decision.hour = hour
                if number == 0 {
                    decision.device = DeviceScores(
                        space: "ml-kit/17",
                        sharpness: 0.5,
                        attentionArea: nil,
                        objectnessArea: 0.25,
                        verdict: .send,
                        reasons: [.gatePassed]
                    )
                }
                try await ledger.store.record(decision)
            }
        }
    }

    @Test func removesOldRowsAndKeepsEveryFigure() async throws {
        let ledger = try await OpenLedger()
        try await Self.fill(ledger, days: 40)
        let before = try await ledger.store.allRollups()
        let horizon = Samples.noon.advanced(bySeconds: -20 * Self.day)
        var batches = 0
        while try await ledger.store.prune(before: horizon, limit: 64, now: Samples.noon) > 0 { batches += 1 }
        // Twenty days and the part of the twenty-first before its noon: 200 rows, 64 at a time.
        #expect(batches == 4)
        #expect(try await ledger.integer("SELECT count(*) FROM decisions") == 200)
        #expect(try await ledger.integer("SELECT count(*) FROM attempts") == 200)
        #expect(try await ledger.integer("SELECT count(*) FROM device_scores") == 20)
        #expect(try await ledger.store.decision(id: "d19-9") == nil)
        #expect(try await ledger.store.decision(id: "d20-0") != nil)
        #expect(try await ledger.store.allRollups() == before)
        let oldest = CivilDate(at: Samples.noon.advanced(bySeconds: -40 * Self.day), in: .utc).description
        #expect(try await ledger.store.day(oldest).settled == Money(nanoUSD: 600))
        // Figures whose rows are gone are not compared; all others still are.
        #expect(try await ledger.store.verification().differences == [])
        try await ledger.raw(
            "UPDATE decision_rollups SET count = count + 1 WHERE hour = (SELECT max(hour) FROM decisions)"
        )
        #expect(try await ledger.store.verification().differences.count == 1)
        await ledger.store.close()
    }

    @Test func keepsWhatIsYoungOrHeld() async throws {
        let ledger = try await OpenLedger()
        try await Self.fill(ledger, days: 12)
        // Everything is asked for; nine days stay.
        while try await ledger.store.prune(before: Samples.noon, limit: 500, now: Samples.noon) > 0 {}
        #expect(try await ledger.integer("SELECT count(*) FROM decisions") == 90)
        let old = Samples.noon.advanced(bySeconds: -30 * Self.day)
        _ = try await ledger.store.reserve(Samples.hold("d3-0", attempt: 2, at: old, hour: old))
        #expect(
            try await ledger.store.prune(
                before: Samples.noon,
                limit: 500,
                now: Samples.noon.advanced(bySeconds: 30 * Self.day)
            ) == 0
        )
        #expect(try await ledger.store.verification().differences == [])
        await ledger.store.close()
    }

    /// What still waits is somebody's promise: it stays, and what came after it, until it is resolved.
    @Test func keepsWhatWaitsToBeSent() async throws {
        let ledger = try await OpenLedger()
        let old = Samples.noon.advanced(bySeconds: -30 * Self.day)
        let (decision, send) = Self.waiting("waits", at: old)
        try await ledger.store.put(decision, deferring: send)
        try await Self.fill(ledger, days: 12)
        #expect(try await ledger.store.prune(before: Samples.noon, limit: 500, now: Samples.noon) == 0)
        #expect(try await ledger.store.decision(id: "waits") == decision)
        #expect(try await ledger.store.deferredSends() == [send])
        var resolved = decision
        resolved.outcome = .local
        resolved.reasons = [.spendFrozen]
        try await ledger.store.resolve(resolved)
        #expect(try await ledger.store.prune(before: Samples.noon, limit: 500, now: Samples.noon) == 31)
        #expect(try await ledger.store.verification().differences == [])
        await ledger.store.close()
    }

    /// Versions before removed them and left what waited behind.
    @Test func forgetsWhatWaitsWithoutADecision() async throws {
        let ledger = try await OpenLedger()
        for id in ["gone", "waits"] {
            let (decision, send) = Self.waiting(id, at: Samples.noon)
            try await ledger.store.put(decision, deferring: send)
        }
        try await ledger.raw("DELETE FROM decisions WHERE id = 'gone'")
        _ = try await ledger.store.recover(at: Samples.noon)
        #expect(try await ledger.store.deferredSends().map(\.decisionID) == ["waits"])
        await ledger.store.close()
    }

    private static func waiting(_ id: String, at: Timestamp) -> (DecisionRecord, DeferredSend) {
        var decision = Samples.decision(id, reasons: [.deferred, .gatePassed])
        decision.at = at
        decision.hour = Timestamp.seconds(at.seconds / 3_600 * 3_600)
        decision.outcome = .deferred
        decision.source = .local
        let send = DeferredSend(
            profile: decision.profile,
            revision: decision.revision,
            item: BatchRecord.Item(
                decisionID: id,
                path: "\(id).jpg",
                sha256: [UInt8](repeating: 9, count: 32),
                bytes: 40_000,
                format: "heic",
                width: 4_032,
                height: 3_024
            ),
            queuedAt: at,
            deadline: at.advanced(bySeconds: Self.day)
        )
        return (decision, send)
    }

    @Test func givesFreedPagesBackToTheDisk() async throws {
        let ledger = try await OpenLedger()
        #expect(try await ledger.integer("PRAGMA auto_vacuum") == 2)
        try await Self.fill(ledger, days: 60)
        let before = try await ledger.store.size()
        while try await ledger.store.prune(before: Samples.noon, limit: 50, now: Samples.noon) > 0 {}
        let after = try await ledger.store.size()
        #expect(after.fileBytes < before.fileBytes)
        #expect(
            after.oldestHour
                == Timestamp.seconds(Samples.noon.advanced(bySeconds: -9 * Self.day).seconds / 3_600 * 3_600)
        )
        await ledger.store.close()
    }
}
