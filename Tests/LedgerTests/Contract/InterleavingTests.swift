import Economics
import Ledger
import TestSupport
import Testing

/// Random walks through the ledger: after every step each window is what a plain count of the steps says, and never
/// above its cap.
@Suite(.timeLimit(.minutes(5))) struct InterleavingTests {
    private struct Model {
        var open: [(id: String, attempt: Int, amount: Int64, day: String)] = []
        var attempts: [String: Int] = [:]
        var settled: [String: Int64] = [:]
        var held: [String: Int64] = [:]
        var costs: [String: Int64] = [:]
        var undecided: [String] = []
    }

    private static let cap: Int64 = 5_000

    @Test(arguments: StoreKind.allCases, [1, 2, 3, 4, 5, 6] as [UInt64])
    func enforcedIsSettledPlusHeldAndNeverAboveTheCap(_ kind: StoreKind, _ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await kind.withStore { store async throws in
            var model = Model()
            for step in 0..<400 {
                try await take(step, &model, &random, store)
                for day in model.held.keys {
                    let totals = try await store.day(day)
                    let context: Comment = "seed \(seed), step \(step)"
                    #expect(totals.settled.nanoUSD == model.settled[day, default: 0], context)
                    #expect(totals.held.nanoUSD == model.held[day, default: 0], context)
                    #expect(totals.enforced.nanoUSD <= Self.cap, context)
                }
            }
            let verification = try await store.verification()
            #expect(verification.differences == [], "seed \(seed)")
            #expect(verification.settled.nanoUSD == model.settled.values.reduce(0, +), "seed \(seed)")
            #expect(verification.held.nanoUSD == model.held.values.reduce(0, +), "seed \(seed)")
        }
    }

    private func take(
        _ step: Int,
        _ model: inout Model,
        _ random: inout SeededGenerator,
        _ store: any LedgerStore
    ) async throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<50:
            let retry = model.undecided.randomElement(using: &random)
            let id = Bool.random(using: &random) ? retry ?? "d\(step)" : "d\(step)"
            let attempt = model.attempts[id, default: 0] + 1
            let amount = Int64.random(in: 0...400, using: &random)
            let day = "day-\(step / 100)"
            let hold = Samples.hold(id, attempt: attempt, amount: amount, windows: [Samples.day(day, limit: Self.cap)])
            let used = model.settled[day, default: 0] + model.held[day, default: 0]
            let fits = used + amount <= Self.cap
            let result = try await store.reserve(hold)
            let full = HoldResult.refused(
                kind: .day,
                limit: Money(nanoUSD: Self.cap),
                enforced: Money(nanoUSD: used)
            )
            #expect(result == (fits ? .held : full), "step \(step)")
            guard fits else { return }
            model.attempts[id] = attempt
            model.held[day, default: 0] += amount
            model.open.append((id, attempt, amount, day))
            if !model.undecided.contains(id) { model.undecided.append(id) }
        case 50..<85:
            guard let index = model.open.indices.randomElement(using: &random) else { return }
            let hold = model.open.remove(at: index)
            let cost = Int64.random(in: 0...hold.amount, using: &random)
            try await store.settle(Samples.settlement(hold.id, attempt: hold.attempt, cost: cost))
            settle(hold, cost, &model)
        case 85..<99:
            guard let index = model.undecided.indices.randomElement(using: &random) else { return }
            let id = model.undecided.remove(at: index)
            try await store.record(Samples.decision(id, cost: model.costs[id, default: 0], key: id))
        default:
            let found = try await store.recover(at: Samples.noon)
            #expect(found == Recovery(holdsSettled: model.open.count, decisionsCompleted: model.undecided.count))
            for hold in model.open { settle(hold, hold.amount, &model) }
            model.open = []
            model.undecided = []
        }
    }

    private func settle(
        _ hold: (id: String, attempt: Int, amount: Int64, day: String),
        _ cost: Int64,
        _ model: inout Model
    ) {
        model.held[hold.day, default: 0] -= hold.amount
        model.settled[hold.day, default: 0] += cost
        model.costs[hold.id, default: 0] += cost
    }

    @Test(arguments: [11, 12, 13] as [UInt64])
    func bothStoresTellTheSame(_ seed: UInt64) async throws {
        var tells: [Rollups] = []
        for kind in StoreKind.allCases {
            var random = SeededGenerator(seed: seed)
            try await kind.withStore { store async throws in
                var model = Model()
                for step in 0..<400 { try await take(step, &model, &random, store) }
                tells.append(try await store.allRollups())
            }
        }
        #expect(Set(tells[0].decisions) == Set(tells[1].decisions), "seed \(seed)")
        #expect(Set(tells[0].costs) == Set(tells[1].costs), "seed \(seed)")
        #expect(tells[0].decisions.isEmpty == false)
    }

    @Test(arguments: StoreKind.allCases)
    func journeysAtOnceLeaveNothingHeld(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let spent = try await concurrently(64) { worker in
                var random = SeededGenerator(seed: UInt64(worker))
                var spent: Int64 = 0
                for number in 0..<20 {
                    let id = "\(worker)-\(number)"
                    let amount = Int64.random(in: 1...100, using: &random)
                    let cap = [Samples.day(limit: 20_000), Samples.month(limit: 25_000)]
                    guard try await store.reserve(Samples.hold(id, amount: amount, windows: cap)) == .held else {
                        continue
                    }
                    let cost = Int64.random(in: 0...amount, using: &random)
                    try await store.settle(Samples.settlement(id, cost: cost))
                    try await store.record(Samples.decision(id, cost: cost))
                    spent += cost
                }
                return spent
            }
            let totals = try await store.day()
            #expect(totals.settled.nanoUSD == spent.reduce(0, +))
            #expect(totals.held == .zero)
            #expect(totals.settled.nanoUSD <= 20_000)
            #expect(try await store.verification().ties)
        }
    }
}
