import Economics
import Ledger
import Policy
import Testing

@Suite struct RevisionTests {
    @Test(arguments: StoreKind.allCases)
    func appendsOneAfterTheOther(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            #expect(try await store.latestRevision() == nil)
            for number in 1...3 { try await store.append(Samples.revision(number)) }
            #expect(try await store.latestRevision() == Samples.revision(3))
            #expect(try await store.revision(number: 2) == Samples.revision(2))
            #expect(try await store.revision(number: 0) == nil)
            #expect(try await store.revision(number: 4) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func refusesANumberThatDoesNotFollow(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            await #expect(throws: LedgerError(.stale, "revision 2 does not follow revision 0")) {
                try await store.append(Samples.revision(2))
            }
            try await store.append(Samples.revision(1))
            await #expect(throws: LedgerError(.stale, "revision 1 does not follow revision 1")) {
                try await store.append(Samples.revision(1))
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func oneOfSeveralWritersAtOnceWins(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let won = try await concurrently(8) { _ in
                do {
                    try await store.append(Samples.revision(1))
                    return true
                } catch let error as LedgerError where error.code == .stale {
                    return false
                }
            }
            #expect(won.count { $0 } == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func listsTheNewestFirstWithoutDocuments(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for number in 1...3 { try await store.append(Samples.revision(number)) }
            let listed = try await store.revisions(limit: 2)
            #expect(listed.map(\.number) == [3, 2])
            #expect(listed.allSatisfy { $0.documents.isEmpty && $0.revenue == Samples.revision(1).revenue })
            #expect(try await store.revisions(limit: -1).isEmpty)
        }
    }

    /// What is rolled out is the latest, and another one is in force.
    @Test(arguments: StoreKind.allCases)
    func tellsWhatIsInForceFromWhatIsRolledOut(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            #expect(try await store.revisionInForce() == nil)
            try await store.append(Samples.revision(1))
            let stage = RevisionStage(base: 1, millionths: 100_000, salt: "r2")
            let staged = Samples.revision(2, stage: stage)
            try await store.append(staged)
            #expect(try await store.latestRevision() == staged)
            #expect(try await store.revisionInForce() == Samples.revision(1))
            #expect(try await store.revisions(limit: 2).map(\.stage) == [stage, nil])
            try await store.append(Samples.revision(3))
            #expect(try await store.revisionInForce() == Samples.revision(3))
            #expect(stage.rollout == Rollout(salt: "r2", share: 0.1, otherwiseRevision: 1))
        }
    }
}
