import Economics
import Ledger
import Platform
import SQLiteLedger
import TestSupport
import Testing

@testable import Server

/// Deaths between two writes about a picture that waits.
@Suite(.timeLimit(.minutes(10))) struct DeferredCrashTests {
    /// Asked for alone past its deadline when the process died: what that cost nobody knows, and no later look has it for
    /// nothing.
    @Test func losesWhatWasAskedForPastTheDeadlineWhenItDied() async throws {
        let folder = try TemporaryFolder()
        let data = folder.file("data")
        let clock = ManualClock()
        let decision = Locked("")
        try await WaitingCase.run(data: data, clock: clock) { server in
            let id = try await WaitingCase.wait(Pictures.sharp(seed: 30), server)
            decision.withLock { $0 = id }
        }
        let id = decision.withLock { $0 }
        clock.advance(seconds: 24 * 3_600)
        // What a look writes past the deadline, up to the hold of the call that the process dies in.
        let store = try await SQLiteStore.open(folder: data)
        let held = try #require(try await store.attempts(decisionID: id).first).hold
        try await store.settle(held.unknownBill("not_sent", at: clock.wallClock.now()).free)
        let alone = HoldRequest(
            decisionID: id,
            attempt: 2,
            profile: held.profile,
            revision: held.revision,
            model: held.model,
            tier: "standard",
            priceID: held.priceID.replacing("/batch/", with: "/standard/"),
            amount: Money(nanoUSD: held.amount.nanoUSD * 2),
            windows: held.windows,
            at: clock.wallClock.now(),
            hour: held.hour,
            owner: "before",
            expiresAt: nil
        )
        #expect(try await store.reserve(alone) == .held)
        await store.close()
        try await WaitingCase.run(data: data, clock: clock) { server in
            await server.server.sender.look()
            let answer = try await WaitingCase.poll(id, server)
            #expect(answer.string("outcome") == "sent")
            let bills = try await WaitingCase.bills(id, server.store)
            #expect(bills == [.free("batch", "not_sent"), .lost("standard", "interrupted"), .paid("standard")])
            let costs = try await server.store.attempts(decisionID: id).compactMap { $0.settlement?.cost.nanoUSD }
            #expect(answer.integer("cost.nanoUSD") == costs.reduce(0, +))
            try await WaitingCase.expectNothingOpen(server.store)
        }
    }

    /// Down for three days: what was held for a job that never was is free again, and the picture is asked for once.
    @Test func bookNothingForWhatWasNeverSent() async throws {
        let folder = try TemporaryFolder()
        let data = folder.file("data")
        let clock = ManualClock()
        let decision = Locked("")
        try await WaitingCase.run(data: data, clock: clock) { server in
            let id = try await WaitingCase.wait(Pictures.sharp(seed: 31), server)
            decision.withLock { $0 = id }
        }
        clock.advance(seconds: 72 * 3_600)
        let store = try await SQLiteStore.open(folder: data)
        let now = clock.wallClock.now()
        #expect(try await store.recover(at: now) == Recovery(holdsSettled: 0, decisionsCompleted: 0))
        #expect(try await store.sweep(at: now).expired == 0)
        #expect(try await store.verification().settled == .zero)
        #expect(try await store.verification().held == .zero)
        await store.close()
        try await WaitingCase.run(data: data, clock: clock) { server in
            await server.server.sender.look()
            let id = decision.withLock { $0 }
            #expect(try await WaitingCase.poll(id, server).string("outcome") == "sent")
            let bills = try await WaitingCase.bills(id, server.store)
            #expect(bills == [.free("batch", "not_sent"), .paid("standard")])
            try await WaitingCase.expectNothingOpen(server.store)
        }
    }

    /// Frozen past the deadline, one in a job that never ends and one without: both get their local label, nothing is sent, and
    /// nothing is left behind.
    @Test func answersLocallyWhatIsOverdueWhileFrozen() async throws {
        let folder = try TemporaryFolder()
        let data = folder.file("data")
        let script = "{ batches: { end: \"stuck\" } }"
        try await WaitingCase.run(data: data, store: MemoryStore(), script: script) { server in
            let sent = try await WaitingCase.wait(Pictures.sharp(seed: 33), server)
            await server.server.sender.look()
            let unsent = try await WaitingCase.wait(Pictures.sharp(seed: 34), server)
            let freeze = FreezeRecord(isFrozen: true, at: .seconds(0), by: "ada", from: "cli", reason: "night")
            server.server.service.gateway.spending.put(freeze)
            server.clock.advance(seconds: 24 * 3_600 - 1)
            await server.server.sender.look()
            for id in [sent, unsent] { #expect(try await WaitingCase.poll(id, server).status == 202) }
            server.clock.advance(seconds: 1)
            await server.server.sender.look()
            for id in [sent, unsent] {
                let answer = try await WaitingCase.poll(id, server)
                #expect(answer.status == 200)
                #expect(answer.string("outcome") == "local")
                #expect(answer.reasons == ["spend_frozen", "gate_passed"])
                #expect(answer.string("detail") == "spending is frozen since 1970-01-01T00:00:00Z: night")
            }
            #expect(try await WaitingCase.bills(sent, server.store) == [.lost("batch", "batch_stuck")])
            #expect(try await WaitingCase.bills(unsent, server.store) == [.free("batch", "not_sent")])
            #expect(try WaitingCase.files(data) == [])
            #expect(try await server.store.batches(open: true) == [])
            try await WaitingCase.expectNothingOpen(server.store)
        }
    }

    /// Released, and then the clock was set back: it is held anew before it is sent.
    @Test func holdsAnewWhatWasReleased() async throws {
        let folder = try TemporaryFolder()
        try await WaitingCase.run(data: folder.file("data"), store: MemoryStore()) { server in
            let id = try await WaitingCase.wait(Pictures.sharp(seed: 32), server)
            let held = try #require(try await server.store.attempts(decisionID: id).first?.hold)
            let later = server.clock.wallClock.now().advanced(bySeconds: 72 * 3_600)
            #expect(try await server.store.sweep(at: later).expired == 0)
            await server.server.sender.look()
            let attempts = try await server.store.attempts(decisionID: id)
            #expect(attempts.map(\.hold.amount) == [held.amount, held.amount])
            let bills = try await WaitingCase.bills(id, server.store)
            #expect(bills == [.free("batch", "not_sent"), .paid("batch")])
            #expect(try await WaitingCase.poll(id, server).string("outcome") == "sent")
            try await WaitingCase.expectNothingOpen(server.store)
        }
    }
}
