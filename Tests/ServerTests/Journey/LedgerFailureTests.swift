import Ledger
import Platform
import Policy
import SQLiteLedger
import TestSupport
import Testing

/// A ledger that fails: users get an answer, and nothing is spent that could not be booked.
struct LedgerFailureTests {
    @Test(.timeLimit(.minutes(10)), arguments: [Set([FailingStore.Call.reserve]), Set(FailingStore.Call.allCases)])
    func answersLocallyAndSendsNothing(calls: Set<FailingStore.Call>) async throws {
        let store = FailingStore()
        var setup = ServerUnderTest.Setup()
        setup.store = store
        try await ServerUnderTest.run(setup) { server in
            store.fail(calls)
            let answer = try await server.upload(Pictures.sharp(seed: 31))
            store.fail([])
            #expect(answer.status == 200)
            #expect(answer.string("verdict") == "send")
            #expect(answer.string("outcome") == "local")
            #expect(answer.reasons == ["ledger_failed", "gate_passed"])
            #expect(answer["localLabel"]?.object != nil)
            #expect(server.emulator.received == 0)
            #expect(server.log.messages.contains("no hold, no call"))
            // What could be recorded is.
            #expect(try await server.decisions().count == (calls.contains(.record) ? 0 : 1))
            #expect(try await server.store.verification().differences == [])
        }
    }

    /// A key that cannot be looked up may be a replay: it is answered, and costs nothing a second time.
    @Test(.timeLimit(.minutes(10)))
    func spendsNothingOnWhatMayBeAReplay() async throws {
        let store = FailingStore()
        var setup = ServerUnderTest.Setup()
        setup.store = store
        try await ServerUnderTest.run(setup) { server in
            let picture = try Pictures.sharp(seed: 32)
            let first = try await server.upload(picture, idempotencyKey: "k-9")
            #expect(first.string("outcome") == "sent")
            store.fail([.key, .cached])
            let blind = try await server.upload(picture, idempotencyKey: "k-9")
            #expect(blind.status == 200)
            #expect(blind.string("outcome") == "local")
            #expect(blind.reasons == ["ledger_failed", "gate_passed"])
            store.fail([])
            #expect(try await server.upload(picture, idempotencyKey: "k-9").body == first.body)
            try await server.expectLedger(decisions: 2, attempts: 1)
        }
    }

    /// The money is spent and cannot be settled: the hold stays, so the cap still counts it.
    @Test(.timeLimit(.minutes(10)))
    func keepsTheHoldOfWhatItCannotSettle() async throws {
        let store = FailingStore()
        var setup = ServerUnderTest.Setup()
        setup.store = store
        try await ServerUnderTest.run(setup) { server in
            store.fail([.settle])
            let answer = try await server.upload(Pictures.sharp(seed: 33))
            #expect(answer.string("outcome") == "sent")
            #expect(server.log.messages.contains("hold not settled"))
            let attempts = try await server.store.attempts(decisionID: try #require(answer.decision))
            #expect(attempts.map(\.settlement) == [nil])
            let open = try await server.store.verification()
            #expect(open.held == attempts.first?.hold.amount)
            #expect(open.differences == [])
            // The next start books the hold, once.
            store.fail([])
            _ = try await server.store.recover(at: .seconds(1_796_000_100))
            let recovered = try await server.store.verification()
            #expect(recovered.held == .zero)
            #expect(recovered.settled == attempts.first?.hold.amount)
            #expect(recovered.differences == [])
        }
    }

    /// A disk that was full for a moment: what was paid is booked exactly, and the retry of the client costs nothing.
    @Test(.timeLimit(.minutes(10)))
    func booksAndRecordsOnceTheLedgerWritesAgain() async throws {
        let store = FailingStore()
        var setup = ServerUnderTest.Setup()
        setup.store = store
        setup.lateWritePause = .milliseconds(1)
        try await ServerUnderTest.run(setup) { server in
            let picture = try Pictures.sharp(seed: 35)
            store.fail([.settle, .record])
            let answer = try await server.upload(picture, idempotencyKey: "k-35")
            #expect(answer.string("outcome") == "sent")
            store.fail([])
            try await eventually { try await server.store.verification().held == .zero }
            try await eventually { try await server.decisions().count == 1 }
            let decision = try #require(answer.decision)
            let attempts = try await server.store.attempts(decisionID: decision)
            #expect(attempts.map(\.settlement?.uncertain) == [false])
            let replay = try await server.upload(picture, idempotencyKey: "k-35")
            #expect(replay.headers["idempotency-replayed"] == "true")
            #expect(replay.decision == decision)
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    /// A stop while writes wait for a disk that is well again: they are on it when the server has stopped.
    @Test(.timeLimit(.minutes(10)))
    func booksWhatWaitsBeforeItStops() async throws {
        let folder = try TemporaryFolder()
        let store = FailingStore(try await SQLiteStore.open(folder: folder.path))
        var setup = ServerUnderTest.Setup()
        setup.store = store
        let decision = Locked("")
        try await ServerUnderTest.run(setup) { server in
            store.fail([.settle, .record])
            let answer = try await server.upload(Pictures.sharp(seed: 37))
            #expect(answer.string("outcome") == "sent")
            let id = try #require(answer.decision)
            decision.withLock { $0 = id }
            store.fail([])
        }
        let ledger = try await SQLiteStore.open(folder: folder.path)
        let found = try await ledger.verification()
        #expect(found.differences == [])
        #expect(found.held == .zero)
        #expect(found.decisions == 1)
        let attempts = try await ledger.attempts(decisionID: decision.withLock { $0 })
        #expect(attempts.map(\.settlement?.uncertain) == [false])
        #expect(try await ledger.decision(id: decision.withLock { $0 })?.cost == attempts.first?.settlement?.cost)
        await ledger.close()
    }

    /// A disk that is still full then: what is lost is named.
    @Test(.timeLimit(.minutes(10)))
    func saysWhatIsLostWhenItStops() async throws {
        let store = FailingStore()
        var setup = ServerUnderTest.Setup()
        setup.store = store
        let kept = Locked<(log: RecordedLog?, decision: String)>((nil, ""))
        try await ServerUnderTest.run(setup) { server in
            store.fail([.settle, .record])
            let answer = try await server.upload(Pictures.sharp(seed: 38))
            let id = try #require(answer.decision)
            kept.withLock { $0 = (server.log, id) }
        }
        let (log, decision) = kept.withLock { $0 }
        let lines = try #require(log).lines
        let left = lines.filter { $0.message.hasSuffix("is left to the next start") }
        #expect(
            left.map(\.message) == [
                "the settlement is left to the next start", "the decision is left to the next start",
            ]
        )
        #expect(left.allSatisfy { $0.fields["decision"] == .text(decision) })
        #expect(lines.last { $0.level == .error }?.fields == ["count": .integer(2)])
    }

    @Test(.timeLimit(.minutes(10)))
    func answersWhenItCannotRecordOrCache() async throws {
        let store = FailingStore()
        var setup = ServerUnderTest.Setup()
        setup.store = store
        try await ServerUnderTest.run(setup) { server in
            store.fail([.record, .keep, .isOwn])
            let answer = try await server.upload(Pictures.sharp(seed: 34))
            #expect(answer.string("outcome") == "sent")
            #expect(answer.reasons == ["gate_passed"])
            for message in ["decision not recorded", "answer not cached", "own pictures not looked up"] {
                #expect(server.log.messages.contains(message))
            }
            let report = #"{"scoreSpace":"apple-vision/18","scores":{"sharpness":0.1}}"#
            let verdict = try await server.ask(report)
            #expect(verdict.string("verdict") == "reject")
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: ["/metrics", "/dashboard", "/v1/reports/economics", "/v1/decisions/none", "/readyz"]
    )
    func saysThatTheLedgerIsDown(path: String) async throws {
        let store = FailingStore()
        var setup = ServerUnderTest.Setup()
        setup.store = store
        try await ServerUnderTest.run(setup) { server in
            store.fail(Set(FailingStore.Call.allCases))
            let answer = try await server.get(path)
            #expect(answer.status == 503)
            if path == "/readyz" {
                #expect(answer.string("ledger") == "failing")
                #expect(answer.string("status") == "not ready")
            } else {
                #expect(answer.string("code") == "ledger_unavailable")
            }
            #expect(try await server.get("/healthz").status == 200)
        }
    }

    /// A full disk can still be read.
    @Test(.timeLimit(.minutes(10)))
    func isNotReadyWhenNothingCanBeWritten() async throws {
        let store = FailingStore()
        var setup = ServerUnderTest.Setup()
        setup.store = store
        try await ServerUnderTest.run(setup) { server in
            let before = try await server.get("/readyz")
            #expect(before.status == 200)
            store.fail([.checkWritable])
            #expect(try await server.get("/readyz").string("ledger") == "failing")
            store.fail([])
            #expect(try await server.get("/readyz").status == 200)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func takesNoUploadsWhileItDrains() async throws {
        try await ServerUnderTest.run { server in
            server.server.service.beginDraining()
            let answer = try await server.upload(Pictures.sharp(seed: 36))
            #expect(answer.status == 503)
            #expect(answer.string("code") == "overloaded")
            #expect(answer.headers["retry-after"] == "1")
            let ready = try await server.get("/readyz")
            #expect(ready.status == 503)
            #expect(ready["draining"]?.bool == true)
            try await server.expectLedger(decisions: 0, attempts: 0)
        }
    }
}
