import Economics
import Ledger
import Policy
import Testing

/// Jobs of pictures that are sent together: durable steps, and holds that outlive a restart.
@Suite(.timeLimit(.minutes(2))) struct BatchTests {
    private static func batch(_ id: String, _ decisions: [String]) -> BatchRecord {
        BatchRecord(
            id: id,
            profile: "android",
            revision: 3,
            model: "gemini-3.5-flash-lite",
            createdAt: Samples.noon,
            deadline: Samples.noon.advanced(bySeconds: 86_400),
            state: .prepared,
            remote: nil,
            items: decisions.map { decision in
                BatchRecord.Item(
                    decisionID: decision,
                    path: "/pictures/\(decision).jpg",
                    sha256: [1, 2, 3],
                    bytes: 10,
                    format: "jpeg",
                    width: 512,
                    height: 288
                )
            }
        )
    }

    @Test(arguments: StoreKind.allCases)
    func keepsEveryStep(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            var batch = Self.batch("one", ["b", "a"])
            try await store.addBatch(batch)
            await #expect(throws: LedgerError(.duplicate, "batch `one` is in the ledger already")) {
                try await store.addBatch(batch)
            }
            #expect(try await store.batches(open: true) == [batch])
            try await store.advanceBatch(id: "one", to: .sent, remote: "batches/7")
            batch.state = .sent
            batch.remote = "batches/7"
            #expect(try await store.batches(open: true) == [batch])
            try await store.advanceBatch(id: "one", to: .done, remote: nil)
            batch.state = .done
            #expect(try await store.batches(open: true) == [])
            #expect(try await store.batches(open: false) == [batch])
            await #expect(throws: LedgerError(.notFound, "there is no batch `two`")) {
                try await store.advanceBatch(id: "two", to: .done, remote: nil)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func keepsWhatTheGateMadeOfAPicture(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let plain = Self.batch("one", ["a", "b"])
            var judged = plain.items[1]
            judged.gate = BatchRecord.Gate(
                verdict: .reject,
                reasons: [.tooBlurry, .audit],
                auditPropensity: 0.05,
                evidence: Evidence(
                    sharpness: 0.1,
                    range: 7,
                    coarse: .abstract,
                    ownWatermark: false,
                    absentAreas: [.objectness]
                ),
                thresholds: Thresholds(sharpness: 0.18, saliencyArea: 0.06),
                micros: 9_000
            )
            let batch = BatchRecord(
                id: "one",
                profile: plain.profile,
                revision: plain.revision,
                model: plain.model,
                createdAt: plain.createdAt,
                deadline: plain.deadline,
                state: .prepared,
                remote: nil,
                items: [plain.items[0], judged]
            )
            try await store.addBatch(batch)
            #expect(try await store.batches(open: true) == [batch])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func recoveryLeavesWhatWaitsForABatch(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await store.addBatch(Self.batch("one", ["waiting"]))
            _ = try await store.reserve(Samples.hold("waiting", tier: "batch"))
            _ = try await store.reserve(Samples.hold("cut"))
            let recovery = try await store.recover(at: Samples.noon)
            #expect(recovery == Recovery(holdsSettled: 1, decisionsCompleted: 1))
            #expect(try await store.attempts(decisionID: "waiting").map(\.settlement) == [nil])
            #expect(try await store.decision(id: "waiting") == nil)
            #expect(try await store.verification().ties)
            // Once the job is done nobody waits any more.
            try await store.advanceBatch(id: "one", to: .done, remote: nil)
            #expect(try await store.recover(at: Samples.noon) == Recovery(holdsSettled: 1, decisionsCompleted: 1))
        }
    }
}
