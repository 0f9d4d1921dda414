import Economics
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

    private func follower(_ id: String, of client: String, _ byte: UInt8) -> KeyRecord {
        KeyRecord(
            id: id,
            client: client,
            name: "name of \(client)",
            scope: .client,
            hash: [UInt8](repeating: byte, count: 32),
            profile: nil,
            createdAt: Samples.noon.advanced(bySeconds: Int64(byte)),
            expiresAt: .seconds(9)
        )
    }

    /// Every key of the line ends with the overlap, one that ends sooner when it was to; the new one and other lines stay.
    @Test(arguments: StoreKind.allCases)
    func endsALinesOtherKeysWhenOneFollows(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.addKey(key("a", 1))
            try await store.addKey(key("other", 2))
            let second = follower("b", of: "a", 3)
            try await store.rotateKey(to: second, until: .seconds(7))
            try await store.rotateKey(to: follower("c", of: "a", 4), until: .seconds(8))
            let keys = try await store.keys()
            #expect(keys.map(\.id) == ["a", "other", "b", "c"])
            #expect(keys.map(\.client) == ["a", "other", "a", "a"])
            #expect(keys.map(\.expiresAt) == [.seconds(7), nil, .seconds(8), .seconds(9)])
        }
    }

    /// And nothing of it stays.
    @Test(arguments: StoreKind.allCases)
    func refusesAFollowerOfNobodyOrWithAUsedSecret(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.addKey(key("a", 1))
            await #expect(throws: LedgerError(.notFound, "there is no key `z`")) {
                try await store.rotateKey(to: follower("b", of: "z", 2), until: .seconds(7))
            }
            let twin = LedgerError(.duplicate, "the key `b` or its secret is in the ledger already")
            await #expect(throws: twin) {
                try await store.rotateKey(to: follower("b", of: "a", 1), until: .seconds(7))
            }
            #expect(try await store.keys() == [key("a", 1)])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func keepsTheLatestUse(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.addKey(key("a", 1))
            try await store.addKey(key("b", 2))
            try await store.noteKeyUses(["a": .seconds(9), "gone": .seconds(9)])
            try await store.noteKeyUses(["a": .seconds(5)])
            #expect(try await store.keys().map(\.lastUsedAt) == [.seconds(9), nil])
        }
    }

    @Test(
        arguments: [
            (nil, nil, true), (Timestamp.seconds(101), nil, true), (Timestamp.seconds(100), nil, false),
            (nil, Timestamp.seconds(200), false),
        ] as [(Timestamp?, Timestamp?, Bool)]
    )
    func isGoodUntilItsEnd(expires: Timestamp?, revoked: Timestamp?, isGood: Bool) {
        var key = key("a", 1)
        key.expiresAt = expires
        key.revokedAt = revoked
        #expect(key.isGood(at: .seconds(100)) == isGood)
    }
}
