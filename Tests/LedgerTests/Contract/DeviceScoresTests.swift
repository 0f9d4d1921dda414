import Economics
import Ledger
import Policy
import Testing

/// Scores of devices beside decisions.
@Suite(.timeLimit(.minutes(2))) struct DeviceScoresTests {
    private static let full = DeviceScores(
        space: "ml-kit/17",
        sharpness: 0.5,
        attentionArea: 0.25,
        objectnessArea: 0,
        verdict: .reject,
        reasons: [.tooBlurry, .lowSaliency],
        claim: .send,
        clientVersion: "4.12.0",
        isSimulated: true,
        notes: ["number_as_string", "clock_skew"]
    )
    private static let bare = DeviceScores(
        space: "apple-vision/18",
        sharpness: nil,
        attentionArea: nil,
        objectnessArea: nil,
        verdict: nil,
        reasons: [.gateTimedOut]
    )

    private static func decision(
        _ id: String,
        _ device: DeviceScores?,
        profile: String = "android",
        hours: Int64 = 0
    ) -> DecisionRecord {
        var decision = Samples.decision(
            id,
            profile: profile,
            hour: Samples.hour.advanced(bySeconds: hours * 3_600),
            category: "nature"
        )
        decision.device = device
        return decision
    }

    @Test(arguments: StoreKind.allCases)
    func comeBackWithTheirDecision(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let rows = [
                Self.decision("a", Self.full), Self.decision("b", nil), Self.decision("c", Self.bare),
            ]
            for row in rows { try await store.record(row) }
            for row in rows { #expect(try await store.decision(id: row.id) == row) }
            #expect(try await store.recentDecisions(limit: 9).map(\.device) == [Self.bare, nil, Self.full])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func areReadByHourAndProfileNewestFirst(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for row in [
                Self.decision("early", Self.bare, hours: -1), Self.decision("a", Self.full),
                Self.decision("none", nil), Self.decision("b", Self.bare, profile: "ios"),
                Self.decision("c", Self.bare), Self.decision("late", Self.bare, hours: 1),
            ] { try await store.record(row) }
            func read(profile: String? = nil, limit: Int = 9) async throws -> [ScoredTwice] {
                let hours = SnapshotQuery.Hours(from: Samples.hour, to: Samples.hour.advanced(bySeconds: 3_600))
                return try await store.scoredTwice(
                    ScoredTwiceQuery(hours: hours, profile: profile, limit: limit)
                )
            }
            let all = try await read()
            #expect(all.map(\.device) == [Self.bare, Self.bare, Self.full])
            #expect(all.map(\.profile) == ["android", "ios", "android"])
            #expect(all.map(\.evidence.sharpness) == [0.25, 0.25, 0.25])
            #expect(all.map(\.verdict) == [.send, .send, .send])
            #expect(all.map(\.category) == ["nature", "nature", "nature"])
            #expect(try await read(profile: "ios").count == 1)
            #expect(try await read(limit: 1).map(\.profile) == ["android"])
        }
    }
}
