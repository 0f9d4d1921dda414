import Ledger
import Testing

@Suite struct CacheTests {
    private func answer(_ key: [UInt8], _ classification: String) -> CachedAnswer {
        CachedAnswer(
            key: key,
            classification: Array(classification.utf8),
            modelVersion: "gemini-3.5-flash-lite-001",
            decisionID: "a",
            emulated: true,
            at: Samples.noon
        )
    }

    @Test(arguments: StoreKind.allCases)
    func keepsTheFirstAnswerOfAKey(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let key = [UInt8](repeating: 1, count: 32)
            #expect(try await store.cachedAnswer(key: key) == nil)
            try await store.keep(answer(key, "first"))
            try await store.keep(answer(key, "second"))
            #expect(try await store.cachedAnswer(key: key) == answer(key, "first"))
            #expect(try await store.cachedAnswer(key: [UInt8](repeating: 2, count: 32)) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func keepsEmptyBytesAsBytes(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.keep(answer([], ""))
            #expect(try await store.cachedAnswer(key: []) == answer([], ""))
        }
    }

    private func look(_ key: UInt8, hash: UInt8 = 0) -> AnswerLook {
        AnswerLook(
            key: [UInt8](repeating: key, count: 32),
            question: [UInt8](repeating: 9, count: 32),
            hash: [UInt8](repeating: hash, count: 32),
            colors: [UInt8](repeating: 8, count: 32),
            at: Samples.noon
        )
    }

    @Test(arguments: StoreKind.allCases)
    func keepsTheFirstLookOfAKeyInTheirOrder(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            #expect(try await store.answerLooks() == [])
            for key: UInt8 in [3, 1, 2] { try await store.keep(look(key)) }
            try await store.keep(look(1, hash: 5))
            #expect(try await store.answerLooks() == [look(3), look(1), look(2)])
            #expect(try await store.removeLooks(keys: [look(1).key, look(7).key]) == 1)
            try await store.keep(look(1))
            #expect(try await store.answerLooks() == [look(3), look(2), look(1)])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func removesTheAnswersOfADecisionWithTheirLooks(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for key: UInt8 in [1, 2] {
                try await store.keep(answer(look(key).key, "one"))
                try await store.keep(look(key))
            }
            let other = CachedAnswer(
                key: look(3).key,
                classification: [],
                modelVersion: "",
                decisionID: "b",
                emulated: false,
                at: Samples.noon
            )
            try await store.keep(other)
            try await store.keep(look(3))
            #expect(Set(try await store.removeAnswers(of: "a")) == [look(1).key, look(2).key])
            #expect(try await store.removeAnswers(of: "a") == [])
            #expect(try await store.cachedAnswer(key: look(1).key) == nil)
            #expect(try await store.cachedAnswer(key: look(3).key) == other)
            #expect(try await store.answerLooks() == [look(3)])
        }
    }

    @Test func forgetsTheOldestLooks() async throws {
        let ledger = try await OpenLedger()
        for key: UInt8 in [1, 2] { try await ledger.store.keep(look(key)) }
        // As if all places but one had been filled since.
        try await ledger.raw("UPDATE answer_looks SET number = \(Retention.answerLooks) WHERE number = 2")
        try await ledger.store.keep(look(3))
        #expect(try await ledger.store.answerLooks() == [look(2), look(3)])
        await ledger.store.close()
    }

    @Test(arguments: StoreKind.allCases)
    func knowsItsOwnPictures(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let hashes = (0..<3).map { [UInt8](repeating: $0, count: 32) }
            #expect(try await store.registerOwn(hashes: hashes + [hashes[0]], at: Samples.noon) == 3)
            #expect(try await store.registerOwn(hashes: hashes, at: Samples.noon) == 0)
            #expect(try await store.isOwn(hash: hashes[2]))
            #expect(try await store.isOwn(hash: [UInt8](repeating: 9, count: 32)) == false)
        }
    }
}
