import Economics
import Ledger
import Policy
import Testing

/// What both stores hand to a replay.
@Suite(.timeLimit(.minutes(2))) struct ReplayContractTests {
    private static func query(_ profile: String = "android", after: Int64 = 0, limit: Int = 100) -> UploadQuery {
        UploadQuery(
            profile: profile,
            from: Samples.noon,
            to: Samples.noon.advanced(bySeconds: 60),
            after: after,
            limit: limit
        )
    }

    @Test(arguments: StoreKind.allCases)
    func handsOutWhatWasDecidedAndWhatItCost(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.record(Samples.decision("a", cost: 70, category: "nature"))
            var rejected = Samples.decision("b", reasons: [.tooBlurry])
            rejected.outcome = .rejected
            rejected.auditPropensity = nil
            rejected.evidence.coarse = nil
            try await store.record(rejected)
            var failed = Samples.decision("c", reasons: [.upstreamDeadline, .gatePassed])
            failed.outcome = .local
            try await store.record(failed)
            var late = Samples.decision("d", reasons: [.gateDeadline], category: "other")
            late.evidence = Evidence()
            try await store.record(late)
            let found = try await store.recordedUploads(Self.query())
            #expect(found.count == 4)
            #expect(
                found.map(\.call) == [
                    .made(cost: Money(nanoUSD: 70), isUseful: true), .none, .made(cost: .zero, isUseful: false),
                    .made(cost: .zero, isUseful: false),
                ]
            )
            #expect(found.map(\.category) == ["nature", "", "", "other"])
            #expect(found[0].evidence == Samples.decision("a").evidence)
            #expect(found.map(\.auditPropensity) == [0.05, nil, 0.05, 0.05])
            #expect(found[1].evidence == rejected.evidence)
            #expect(found.map(\.basis) == [.scores, .scores, .scores, .deadlinePassed])
            #expect(found.allSatisfy { $0.isJudged && $0.scoreSpace == "torii/1" && $0.at == Samples.noon })
            #expect(try await store.ids(ofDecisions: [found[3].number, found[0].number, 99]) == ["d", "a"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func keepsToTheWindowTheProfileAndWhatEnded(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for (id, offset) in [("before", -1), ("first", 0), ("last", 59), ("after", 60)] as [(String, Int64)] {
                try await store.record(Samples.decision(id, at: Samples.noon.advanced(bySeconds: offset)))
            }
            try await store.record(Samples.decision("other", profile: "ios"))
            var asked = Samples.decision("asked")
            asked.route = .gate
            asked.outcome = nil
            asked.source = nil
            try await store.record(asked)
            let found = try await store.recordedUploads(Self.query())
            #expect(try await store.ids(ofDecisions: found.map(\.number)) == ["first", "last"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func goesPageByPage(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for number in 0..<7 {
                try await store.record(
                    Samples.decision("d\(number)", at: Samples.noon.advanced(bySeconds: Int64(number)))
                )
            }
            var query = Self.query(limit: 3)
            var sizes: [Int] = []
            var all: [Int64] = []
            while true {
                let page = try await store.recordedUploads(query)
                sizes.append(page.count)
                all += page.map(\.number)
                guard page.count == query.limit, let last = page.last else { break }
                query.after = last.number
            }
            #expect(sizes == [3, 3, 1])
            #expect(try await store.ids(ofDecisions: all) == (0..<7).map { "d\($0)" })
        }
    }

    /// A reject of a space with labels is judged again by what its reasons say of them.
    @Test(arguments: StoreKind.allCases)
    func knowsLabelsByTheReasonsTheyLeft(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for (id, reasons) in [
                ("low", [Reason.lowSaliency]), ("bypass", [.abstractBypass]), ("passed", [.gatePassed]),
            ] {
                var decision = Samples.decision(id, reasons: reasons)
                decision.scoreSpace = "apple-vision/18"
                try await store.record(decision)
            }
            let labels = try await store.recordedUploads(Self.query()).map(\.evidence.labels)
            #expect(labels.count == 3)
            #expect(labels.first == .usable(bypass: nil))
            #expect(labels.last == .unusable)
            guard case .usable(.some) = labels[1] else {
                Issue.record("a bypass was seen")
                return
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func sumsTheTokensOfAnsweredCalls(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for (id, result) in [("a", "ok"), ("b", "ok"), ("c", "throttled")] {
                _ = try await store.reserve(Samples.hold(id))
                try await store.settle(Samples.settlement(id, result: result))
            }
            let to = Samples.hour.advanced(bySeconds: 3_600)
            let (calls, usage) = try await store.meanUsage(profile: "android", from: Samples.hour, to: to)
            #expect(calls == 2)
            #expect(usage.prompt == 2_400)
            #expect(usage.image == 560)
            #expect(try await store.meanUsage(profile: "ios", from: Samples.hour, to: to).calls == 0)
        }
    }
}
