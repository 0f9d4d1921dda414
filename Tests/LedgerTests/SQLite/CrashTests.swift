import Economics
import Platform
import TestSupport
import Testing

@testable import Ledger
@testable import SQLiteLedger

/// What a machine finds that lost its power at some moment: a copy of the files taken under load.
@Suite(.timeLimit(.minutes(5))) struct CrashTests {
    private struct Acknowledged: Sendable {
        var held: Set<String> = []
        var settled: Set<String> = []
        var recorded: Set<String> = []
    }

    @Test func everyAnsweredWriteIsOnDisk() async throws {
        let ledger = try await OpenLedger()
        let store = ledger.store
        let known = Locked(Acknowledged())
        let half = Latch()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<16 {
                group.addTask {
                    for number in 0..<12 {
                        let id = "\(worker)-\(number)"
                        _ = try await store.reserve(Samples.hold(id))
                        known.withLock { _ = $0.held.insert(id) }
                        try await store.settle(Samples.settlement(id, cost: 60))
                        known.withLock { _ = $0.settled.insert(id) }
                        try await store.record(Samples.decision(id, cost: 60, key: id))
                        let count = known.withLock { state in
                            state.recorded.insert(id)
                            return state.recorded.count
                        }
                        if count == 50 { half.open() }
                    }
                }
            }
            await half.wait()
            for _ in 0..<3 {
                let before = known.withLock { $0 }
                let copy = try await ledger.copy()
                try await check(copy.store, before)
                await copy.store.close()
            }
            try await group.waitForAll()
        }
        await store.close()
    }

    private func check(_ store: SQLiteStore, _ known: Acknowledged) async throws {
        for id in known.held {
            let attempt = try #require(try await store.attempts(decisionID: id).first, "hold of \(id)")
            if known.settled.contains(id) { #expect(attempt.settlement?.cost == Money(nanoUSD: 60), "bill of \(id)") }
        }
        for id in known.recorded {
            #expect(try await store.decision(scope: "key-1", idempotencyKey: id)?.id == id)
        }
        #expect(try await store.verification().differences == [])
        // What was in flight is completed, and then all ties with nothing held.
        _ = try await store.recover(at: Samples.noon)
        let after = try await store.verification()
        #expect(after.differences == [])
        #expect(after.held == .zero)
        #expect(try await store.day().settled == after.settled)
        #expect(Set(try await store.recentDecisions(limit: 1_000).map(\.id)).isSuperset(of: known.held))
    }

    @Test(arguments: [1, 40, 4_096, 20_000])
    func tornLogLosesOnlyItsEnd(_ bytes: Int) async throws {
        let ledger = try await OpenLedger()
        for number in 0..<20 {
            _ = try await ledger.store.reserve(Samples.hold("d\(number)"))
            try await ledger.store.settle(Samples.settlement("d\(number)", cost: 60))
            try await ledger.store.record(Samples.decision("d\(number)", cost: 60))
        }
        let copy = try await ledger.copy(cut: bytes)
        let found = try await copy.store.verification()
        #expect(found.differences == [])
        #expect(found.attempts > 10)
        #expect(found.decisions < 20)
        await copy.store.close()
        await ledger.store.close()
    }

    @Test func logIsWrittenBackWhileTheLedgerIsOpen() async throws {
        let ledger = try await OpenLedger()
        let before = try ledger.size("ledger.sqlite")
        let store = ledger.store
        _ = try await concurrently(16) { worker in
            for number in 0..<16 {
                var decision = Samples.decision("\(worker)-\(number)")
                decision.answer = [UInt8](repeating: 1, count: 60_000)
                try await store.record(decision)
            }
        }
        #expect(try ledger.size("ledger.sqlite") > before + 4_000_000)
        await store.close()
    }
}
