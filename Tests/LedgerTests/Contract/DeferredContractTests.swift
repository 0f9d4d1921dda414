import Economics
import Ledger
import Policy
import Testing

/// Decisions that are to be sent later.
@Suite(.timeLimit(.minutes(2))) struct DeferredContractTests {
    private static func waiting(_ id: String, key: String? = nil) -> (DecisionRecord, DeferredSend) {
        var decision = Samples.decision(id, reasons: [.deferred, .gatePassed], key: key, category: "photoLike")
        decision.outcome = .deferred
        decision.source = .local
        decision.model = nil
        decision.emulated = false
        let send = DeferredSend(
            profile: decision.profile,
            revision: decision.revision,
            item: BatchRecord.Item(
                decisionID: id,
                path: "/data/deferred/\(id).jpg",
                sha256: [UInt8](repeating: 9, count: 32),
                bytes: 40_000,
                format: "heic",
                width: 4_032,
                height: 3_024
            ),
            queuedAt: Samples.noon,
            deadline: Samples.noon.advanced(bySeconds: 86_400)
        )
        return (decision, send)
    }

    private static func answered(_ decision: DecisionRecord) -> DecisionRecord {
        var decision = decision
        decision.outcome = .sent
        decision.source = .cloud
        decision.reasons = [.gatePassed]
        decision.model = "gemini-3.5-flash-lite-001"
        decision.emulated = true
        decision.category = "nature"
        decision.answer = Array(#"{"outcome":"sent"}"#.utf8)
        return decision
    }

    /// The hold is settled once, the row is still one, and every figure moves with it.
    @Test(arguments: StoreKind.allCases)
    func moveToTheirEndWithEveryFigure(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let (decision, send) = Self.waiting("a", key: "k")
            let (other, otherSend) = Self.waiting("b")
            try await store.put(decision, deferring: send)
            try await store.put(other, deferring: otherSend)
            #expect(try await store.deferredSends() == [send, otherSend])
            #expect(try await store.decision(scope: "key-1", idempotencyKey: "k") == decision)
            _ = try await store.reserve(Samples.hold("a"))
            try await store.settle(Samples.settlement("a", cost: 60))
            try await store.resolve(Self.answered(decision))
            var resolved = Self.answered(decision)
            resolved.cost = Samples.money(60)
            #expect(try await store.decision(id: "a") == resolved)
            #expect(try await store.deferredSends() == [otherSend])
            let rollups = try await store.allRollups().decisions.sorted {
                $0.outcome?.rawValue ?? "" < $1.outcome?.rawValue ?? ""
            }
            #expect(rollups.map(\.outcome) == [.deferred, .sent])
            #expect(rollups.map(\.count) == [1, 1])
            #expect(rollups.map(\.cost.nanoUSD) == [0, 60])
            #expect(rollups.map(\.category) == ["photoLike", "nature"])
            #expect(try await store.verification().differences == [])
            await #expect(throws: LedgerError(.notFound, "decision `a` is not deferred")) {
                try await store.resolve(Self.answered(decision))
            }
            try await store.resolve(Self.answered(other))
            // Alike now, so that one group counts both.
            #expect(try await store.allRollups().decisions.map(\.outcome) == [.sent])
            #expect(try await store.allRollups().decisions.map(\.count) == [2])
            #expect(try await store.verification().differences == [])
        }
    }

    /// Answered from the cache after all: as any such, judged by nobody, and it says by whose answer.
    @Test(arguments: StoreKind.allCases)
    func endWithAnAnswerOfTheCache(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let (decision, send) = Self.waiting("a")
            try await store.put(decision, deferring: send)
            var cached = Self.answered(decision)
            cached.outcome = .cached
            cached.source = .cache
            cached.reasons = [.exactCache]
            cached.verdict = nil
            cached.judged = false
            cached.donor = Donor(decisionID: "z", distance: nil)
            try await store.resolve(cached)
            #expect(try await store.decision(id: "a") == cached)
            let rollups = try await store.allRollups().decisions
            #expect(rollups.map(\.outcome) == [.cached])
            #expect(rollups.map(\.judged) == [false])
            #expect(rollups.map(\.verdict) == [nil])
            let (waiting, other) = Self.waiting("b")
            var compared = waiting
            compared.donor = Donor(decisionID: "z", distance: 3)
            try await store.put(compared, deferring: other)
            compared = Self.answered(compared)
            compared.donor?.agrees = false
            try await store.resolve(compared)
            #expect(try await store.decision(id: "b") == compared)
            #expect(try await store.allRollups().decisions.map(\.disagreed).reduce(0, +) == 1)
            #expect(try await store.verification().differences == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func refuseWhatIsNoDeferral(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let (decision, send) = Self.waiting("a")
            let error = LedgerError(.invariant, "decision `a` is not what is deferred as `a`")
            await #expect(throws: error) { try await store.put(Self.answered(decision), deferring: send) }
            try await store.put(decision, deferring: send)
            await #expect(throws: LedgerError(.duplicate, "decision `a` is in the ledger already")) {
                try await store.put(decision, deferring: send)
            }
            let unresolved = LedgerError(.invariant, "decision `a` is resolved by an outcome that is none")
            await #expect(throws: unresolved) { try await store.resolve(decision) }
            #expect(try await store.deferredSends() == [send])
        }
    }

    /// A restart ends nothing that waits, in a job or for one.
    @Test(arguments: StoreKind.allCases)
    func outliveARestart(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let (decision, send) = Self.waiting("a")
            try await store.put(decision, deferring: send)
            _ = try await store.reserve(Samples.hold("a", tier: "batch"))
            #expect(try await store.recover(at: Samples.noon) == Recovery(holdsSettled: 0, decisionsCompleted: 0))
            let job = BatchRecord(
                id: "job",
                profile: "android",
                revision: 3,
                model: "m",
                createdAt: Samples.noon,
                deadline: send.deadline,
                state: .prepared,
                remote: nil,
                items: [send.item]
            )
            try await store.addBatch(job)
            #expect(try await store.deferredSends().map(\.batch) == ["job"])
            #expect(try await store.recover(at: Samples.noon) == Recovery(holdsSettled: 0, decisionsCompleted: 0))
            #expect(try await store.attempts(decisionID: "a").map(\.settlement) == [nil])
        }
    }

    /// Held for a job that never came: nothing was sent, and nothing is booked. What lies in a job, or was asked for alone,
    /// may have been billed.
    @Test(arguments: StoreKind.allCases)
    func areFreeWhenTheirHoldExpiresUnsent(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let soon = Samples.noon.advanced(bySeconds: 10)
            let ids = ["alone", "job", "waits"]
            for id in ids {
                let (decision, send) = Self.waiting(id)
                try await store.put(decision, deferring: send)
                _ = try await store.reserve(Samples.hold(id, tier: "batch", expiresAt: id == "alone" ? nil : soon))
            }
            _ = try await store.reserve(Samples.hold("alone", attempt: 2, expiresAt: soon))
            let job = BatchRecord(
                id: "job",
                profile: "android",
                revision: 3,
                model: "m",
                createdAt: Samples.noon,
                deadline: soon,
                state: .prepared,
                remote: nil,
                items: [Self.waiting("job").1.item]
            )
            try await store.addBatch(job)
            #expect(try await store.sweep(at: soon.advanced(bySeconds: 1)).expired == 2)
            var settlements: [String: [Settlement?]] = [:]
            for id in ids { settlements[id] = try await store.attempts(decisionID: id).map(\.settlement) }
            #expect(settlements["alone"]?.map { $0?.result } == [nil, "expired"])
            #expect(settlements["job"]?.map { $0?.result } == ["expired"])
            let unsent = try #require(settlements["waits"]?.first ?? nil)
            #expect(unsent.result == "not_sent")
            #expect(unsent.cost == .zero)
            #expect(!unsent.uncertain)
            #expect(!unsent.isProvisional)
            #expect(try await store.attempts(decisionID: "waits").awaitingBatch == nil)
            #expect(
                try await store.day()
                    == WindowTotals(
                        settled: Samples.money(200),
                        held: Samples.money(100),
                        uncertain: Samples.money(200)
                    )
            )
            #expect(try await store.deferredSends().count == 3)
            #expect(try await store.verification().differences == [])
        }
    }

    /// Asked for alone when the process died: that answer is lost and its full hold stands, while the job's is still to come.
    @Test(arguments: StoreKind.allCases)
    func loseWhatWasAskedForAloneInACrash(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let (decision, send) = Self.waiting("a")
            try await store.put(decision, deferring: send)
            _ = try await store.reserve(Samples.hold("a", tier: "batch", amount: 50))
            _ = try await store.reserve(Samples.hold("a", attempt: 2, amount: 100))
            #expect(try await store.recover(at: Samples.noon) == Recovery(holdsSettled: 1, decisionsCompleted: 0))
            let attempts = try await store.attempts(decisionID: "a")
            #expect(attempts.map { $0.settlement?.result } == [nil, "interrupted"])
            #expect(attempts[1].settlement?.cost == Samples.money(100))
            #expect(attempts[1].settlement?.uncertain == true)
            #expect(attempts.awaitingBatch?.hold.attempt == 1)
            #expect(try await store.decision(id: "a")?.outcome == .deferred)
            #expect(try await store.deferredSends() == [send])
            #expect(try await store.verification().differences == [])
            #expect(try await store.verification().held == Samples.money(50))
        }
    }
}
