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
