import Economics
import Ledger
import Testing

/// Audits drawn on a device's question, and the pictures that follow.
@Suite(.timeLimit(.minutes(2))) struct QuestionContractTests {
    private static func asked(_ id: String, at: Timestamp = Samples.noon, in store: any LedgerStore) async throws {
        let decision = Samples.decision(id, at: at)
        try await store.record(decision)
        try await store.open(AuditQuestion(decision: decision, imageID: "image of \(id)"))
    }

    private static func open(_ store: any LedgerStore, since: Timestamp = Samples.noon) async throws -> [String] {
        try await store.openQuestions(since: since).map(\.decision.id)
    }

    @Test(arguments: StoreKind.allCases)
    func isFollowedOnce(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await Self.asked("a", in: store)
            try await Self.asked("b", at: Samples.noon.advanced(bySeconds: 1), in: store)
            let found = try await store.openQuestions(since: Samples.noon)
            #expect(found.map(\.imageID) == ["image of a", "image of b"])
            #expect(found.allSatisfy { $0.decision.answer.isEmpty })
            #expect(try await Self.open(store, since: Samples.noon.advanced(bySeconds: 1)) == ["b"])

            #expect(try await store.follow(question: "a", with: "upload-1"))
            try await store.record(Samples.decision("upload-1"))
            #expect(try await Self.open(store) == ["b"])
            #expect(try await !store.follow(question: "a", with: "upload-2"))
            #expect(try await !store.follow(question: "nobody", with: "upload-2"))
            // Said again it is no new question.
            try await store.open(AuditQuestion(decision: Samples.decision("a"), imageID: "image of a"))
            #expect(try await Self.open(store) == ["b"])
        }
    }

    /// Killed between the two writes: the upload that comes again is the audit.
    @Test(arguments: StoreKind.allCases)
    func isOpenAgainWhereNoUploadWasWritten(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await Self.asked("a", in: store)
            #expect(try await store.follow(question: "a", with: "lost"))
            #expect(try await Self.open(store) == ["a"])
            #expect(try await store.follow(question: "a", with: "upload-1"))
            try await store.record(Samples.decision("upload-1"))
            #expect(try await !store.follow(question: "a", with: "upload-2"))
            #expect(try await Self.open(store) == [])
        }
    }
}
