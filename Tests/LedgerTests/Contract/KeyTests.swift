import Ledger
import Testing

@Suite struct KeyTests {
    private func key(_ id: String, _ byte: UInt8, profile: String? = "ios", after: Int64 = 0) -> KeyRecord {
        KeyRecord(
            id: id,
            name: "name of \(id)",
            scope: .admin,
            hash: [UInt8](repeating: byte, count: 32),
            profile: profile,
            createdAt: Samples.noon.advanced(bySeconds: after),
            revokedAt: nil
        )
    }

    @Test(arguments: StoreKind.allCases)
    func listsKeysInTheOrderTheyWereMade(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.addKey(key("b", 1, after: 1))
            try await store.addKey(key("a", 2, profile: nil))
            #expect(try await store.keys() == [key("a", 2, profile: nil), key("b", 1, after: 1)])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func refusesAnIdOrASecretTwice(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.addKey(key("a", 1))
            for twin in [key("a", 2), key("b", 1)] {
                let expected = LedgerError(.duplicate, "the key `\(twin.id)` or its secret is in the ledger already")
                await #expect(throws: expected) { try await store.addKey(twin) }
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func keepsTheMomentOfTheFirstRevocation(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.addKey(key("a", 1))
            try await store.revokeKey(id: "a", at: .seconds(5))
            try await store.revokeKey(id: "a", at: .seconds(9))
            #expect(try await store.keys().map(\.revokedAt) == [.seconds(5)])
            await #expect(throws: LedgerError(.notFound, "there is no key `b`")) {
                try await store.revokeKey(id: "b", at: .seconds(5))
            }
        }
    }
}
