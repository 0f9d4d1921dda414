import Ledger
import TestSupport
import Testing

@testable import Server

/// Taking answers out of the caches of a ledger that nobody serves.
struct CacheDeskTests {
    private static func look(_ key: UInt8, hash: SIMD4<UInt64>) -> AnswerLook {
        AnswerLook(
            key: [UInt8](repeating: key, count: 32),
            question: [UInt8](repeating: 1, count: 32),
            hash: hash.littleEndianBytes,
            colors: [UInt8](repeating: 0, count: 32),
            at: .seconds(1_796_000_000)
        )
    }

    private static func filled() async throws -> MemoryStore {
        let store = MemoryStore()
        let hashes: [SIMD4<UInt64>] = [SIMD4(0, 0, 0, 0), SIMD4(0, 0b111, 0, 0), SIMD4(.max, .max, .max, .max)]
        for (key, hash) in hashes.enumerated() {
            let look = look(UInt8(key), hash: hash)
            try await store.keep(look)
            try await store.keep(
                CachedAnswer(
                    key: look.key,
                    classification: [],
                    modelVersion: "",
                    decisionID: "d\(key)",
                    emulated: true,
                    at: look.at
                )
            )
        }
        return store
    }

    @Test(
        arguments: [
            (CacheDesk.Target.looks(near: SIMD4(1, 0, 0, 0), within: 0), [0, 1, 2], 3),
            (.looks(near: SIMD4(1, 0, 0, 0), within: 1), [1, 2], 3),
            (.looks(near: SIMD4(1, 0, 0, 0), within: 3), [1, 2], 3),
            (.looks(near: SIMD4(1, 0, 0, 0), within: 4), [2], 3),
            (.looks(near: .zero, within: 256), [], 3), (.allLooks, [], 3),
            (.answers(decisionID: "d1"), [0, 2], 2), (.answers(decisionID: "d9"), [0, 1, 2], 3),
        ] as [(CacheDesk.Target, [UInt8], Int)]
    )
    func takesOutWhatIsMeantAndNothingElse(target: CacheDesk.Target, stays: [UInt8], answers: Int) async throws {
        let store = try await Self.filled()
        let removed = try await CacheDesk(store: store, near: nil).purge(target)
        #expect(removed == 3 - stays.count)
        #expect(try await store.answerLooks().map { $0.key[0] } == stays)
        var kept = 0
        for key: UInt8 in 0..<3 where try await store.cachedAnswer(key: [UInt8](repeating: key, count: 32)) != nil {
            kept += 1
        }
        #expect(kept == answers)
    }

    @Test func wordsSurviveTheirBytes() {
        let words = SIMD4<UInt64>(1, 0x0203_0405_0607_0809, .max, 1 << 63)
        #expect(SIMD4(littleEndian: words.littleEndianBytes) == words)
        #expect(Array(words.littleEndianBytes[8..<16]) == [9, 8, 7, 6, 5, 4, 3, 2])
        #expect(SIMD4<UInt64>(littleEndian: []) == nil)
    }
}
