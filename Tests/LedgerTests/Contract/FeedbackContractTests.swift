import Economics
import Ledger
import Policy
import Testing

/// Users' words beside decisions.
@Suite(.timeLimit(.minutes(2))) struct FeedbackContractTests {
    private static func word(
        _ id: String,
        _ judgement: Feedback.Judgement = .wrong,
        category: String? = nil,
        at second: Int64 = 0,
        profile: String = "android",
        hours: Int64 = 0,
        outcome: Outcome = .sent
    ) -> Feedback {
        Feedback(
            decisionID: id,
            judgement: judgement,
            category: category,
            at: Samples.noon.advanced(bySeconds: second),
            profile: profile,
            hour: Samples.hour.advanced(bySeconds: hours * 3_600),
            route: .classify,
            scoreSpace: "torii/1",
            outcome: outcome
        )
    }

    @Test(arguments: StoreKind.allCases)
    func theLatestWordCountsAndTheSameOneChangesNothing(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let first = Self.word("a")
            let second = Self.word("a", category: "nature", at: 5)
            #expect(try await store.put(first) == SecondWords())
            #expect(try await store.put(Self.word("a", at: 3)) == SecondWords(user: first))
            #expect(try await store.feedback(decisionID: "a") == first)
            #expect(try await store.put(second) == SecondWords(user: first))
            #expect(try await store.feedback(decisionID: "a") == second)
            #expect(try await store.put(Self.word("a", .right, at: 9)) == SecondWords(user: second))
            #expect(try await store.feedback(decisionID: "b") == nil)
        }
    }

    /// One picture, however often it comes; rejects of which no picture came count each.
    @Test(arguments: StoreKind.allCases)
    func countsWrongRejectsByPicture(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for (number, id) in ["a", "b", "c"].enumerated() {
                var decision = Samples.decision(id)
                decision.idempotency = nil
                if number == 2 {
                    let sha256 = [UInt8](repeating: 8, count: 32)
                    decision.image = DecisionRecord.Image(sha256: sha256, bytes: 9, format: "png", width: 3, height: 3)
                }
                try await store.record(decision)
            }
            for word in [
                Self.word("a", outcome: .rejected), Self.word("b", outcome: .rejected),
                Self.word("c", outcome: .rejected), Self.word("d", outcome: .rejected),
                Self.word("e", outcome: .rejected), Self.word("f", .right, outcome: .rejected), Self.word("g"),
                Self.word("early", hours: -1, outcome: .rejected),
                Self.word("other", profile: "ios", outcome: .rejected),
            ] { _ = try await store.put(word) }
            let count = try await store.wrongRejects(
                profile: "android",
                route: .classify,
                scoreSpace: "torii/1",
                since: Samples.hour
            )
            #expect(count == 4)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func countsWordsByHourAndKind(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for word in [
                Self.word("early", hours: -1), Self.word("a"), Self.word("b", .right), Self.word("c", outcome: .cached),
                Self.word("d", outcome: .rejected), Self.word("e", outcome: .local), Self.word("f", outcome: .failed),
                Self.word("g", profile: "ios"), Self.word("late", hours: 1),
            ] { _ = try await store.put(word) }
            let snapshot = try await store.snapshot(
                SnapshotQuery(from: Samples.hour, to: Samples.hour.advanced(bySeconds: 3_600))
            )
            #expect(snapshot.feedback.map(\.profile) == ["android", "android", "android", "android", "ios"])
            #expect(snapshot.feedback.map(\.kind) == [.right, .wrongAnswer, .wrongLocal, .wrongReject, .wrongAnswer])
            #expect(snapshot.feedback.map(\.count) == [1, 2, 2, 1, 1])
            #expect(snapshot.feedback.allSatisfy { $0.hour == Samples.hour && $0.scoreSpace == "torii/1" })
        }
    }

    /// What a replay takes for a right answer is what nobody has called wrong.
    @Test(arguments: StoreKind.allCases)
    func isTheSecondJudgementOfReplays(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for id in ["a", "b", "c"] {
                try await store.record(Samples.decision(id, cost: 0, category: "nature"))
            }
            _ = try await store.put(Self.word("b"))
            _ = try await store.put(Self.word("c", .right))
            let query = UploadQuery(
                profile: "android",
                from: Samples.noon,
                to: Samples.noon.advanced(bySeconds: 1)
            )
            let calls = try await store.recordedUploads(query).map(\.call)
            #expect(
                calls == [
                    .made(cost: .zero, isUseful: true), .made(cost: .zero, isUseful: false),
                    .made(cost: .zero, isUseful: true),
                ]
            )
        }
    }
}
