import Economics
import Ledger
import Policy

/// Records to vary from.
enum Samples {
    static let noon = Timestamp.seconds(1_796_040_000)
    static let hour = Timestamp.seconds(1_796_040_000 / 3_600 * 3_600)

    static func money(_ nanoUSD: Int64) -> Money { Money(nanoUSD: nanoUSD) }

    static func day(_ id: String = "2026-11-30", limit: Int64? = nil) -> CapWindow {
        CapWindow(
            holder: .profile("android"),
            window: BudgetWindow(kind: .day, id: id, start: .seconds(1_795_996_800), end: .seconds(1_796_083_200)),
            limit: limit.map(money)
        )
    }

    static func month(_ id: String = "2026-11", limit: Int64? = nil) -> CapWindow {
        CapWindow(
            holder: .profile("android"),
            window: BudgetWindow(kind: .month, id: id, start: .seconds(1_793_491_200), end: .seconds(1_796_083_200)),
            limit: limit.map(money)
        )
    }

    static func hold(
        _ decisionID: String,
        attempt: Int = 1,
        profile: String = "android",
        tier: String = "standard",
        amount: Int64 = 100,
        windows: [CapWindow] = [day(), month()],
        at: Timestamp = noon,
        hour: Timestamp = hour,
        expiresAt: Timestamp? = nil
    ) -> HoldRequest {
        HoldRequest(
            decisionID: decisionID,
            attempt: attempt,
            profile: profile,
            revision: 1,
            model: "gemini-3.5-flash-lite",
            tier: tier,
            priceID: "gemini-3.5-flash-lite/\(tier)/2026-07-21",
            amount: money(amount),
            windows: windows.map { $0.of(profile) },
            at: at,
            hour: hour,
            expiresAt: expiresAt
        )
    }

    static func settlement(
        _ decisionID: String,
        attempt: Int = 1,
        cost: Int64 = 60,
        result: String = "ok",
        uncertain: Bool = false,
        modelVersion: String? = "gemini-3.5-flash-lite-001",
        latencyMicros: Int64 = 420_000,
        usage: TokenUsage = TokenUsage(
            prompt: 1_200,
            cached: 100,
            candidates: 90,
            thoughts: 3,
            toolUse: 1,
            total: 1_294,
            image: 280
        ),
        cheaper: CheaperSends = .none,
        emulated: Bool = false
    ) -> Settlement {
        Settlement(
            decisionID: decisionID,
            attempt: attempt,
            cost: money(cost),
            usage: usage,
            modelVersion: modelVersion,
            priceID: "gemini-3.5-flash-lite/standard/2026-07-21",
            responseID: modelVersion == nil ? nil : "response-1",
            result: result,
            uncertain: uncertain,
            emulated: emulated,
            latencyMicros: latencyMicros,
            at: noon.advanced(bySeconds: 2),
            cheaper: cheaper
        )
    }

    /// A decision with every field set.
    static func decision(
        _ id: String,
        profile: String = "android",
        at: Timestamp = noon,
        hour: Timestamp = hour,
        reasons: [Reason] = [.gatePassed, .abstractBypass],
        cost: Int64 = 0,
        key: String? = nil,
        latencyMicros: Int64 = 600_000,
        client: String = "",
        category: String? = nil,
        donor: Donor? = Donor(decisionID: "donor-1", distance: 7)
    ) -> DecisionRecord {
        DecisionRecord(
            id: id,
            route: .classify,
            profile: profile,
            revision: 3,
            at: at,
            hour: hour,
            verdict: .send,
            outcome: .sent,
            source: .cloud,
            reasons: reasons,
            judged: true,
            auditPropensity: 0.05,
            scoreSpace: "torii/1",
            evidence: Evidence(
                sharpness: 0.25,
                attentionArea: 0.5,
                objectnessArea: 0.125,
                range: 40,
                texture: 0,
                coarse: .photoLike,
                ownWatermark: false,
                absentAreas: [.attention, .objectness]
            ),
            thresholds: Thresholds(sharpness: 0.18, saliencyArea: 0.06),
            image: DecisionRecord.Image(
                sha256: [UInt8](repeating: 7, count: 32),
                bytes: 150_000,
                format: "jpeg",
                width: 1_024,
                height: 768
            ),
            cost: money(cost),
            model: "gemini-3.5-flash-lite-001",
            emulated: true,
            latencyMicros: latencyMicros,
            gateMicros: 9_000,
            idempotency: key.map { DecisionRecord.Idempotency(scope: "key-1", key: $0) },
            answer: Array(#"{"outcome":"sent"}"#.utf8),
            answerStatus: 200,
            client: client,
            category: category,
            donor: donor
        )
    }

    /// A decision with nothing set that may be missing.
    static func bareDecision(_ id: String) -> DecisionRecord {
        DecisionRecord(
            id: id,
            route: .gate,
            profile: "ios",
            revision: 1,
            at: noon,
            hour: hour,
            verdict: nil,
            outcome: nil,
            source: nil,
            reasons: [.overloaded],
            judged: false,
            scoreSpace: "",
            evidence: Evidence(),
            thresholds: nil,
            image: nil,
            cost: .zero,
            model: nil,
            emulated: false,
            latencyMicros: 0,
            gateMicros: nil,
            idempotency: nil,
            answer: [],
            answerStatus: 503
        )
    }

    static func revision(_ number: Int, stage: RevisionStage? = nil) -> RevisionRecord {
        RevisionRecord(
            number: number,
            at: noon,
            by: "mika",
            from: "cli",
            reason: "reason \(number)",
            documents: [
                PolicyDocument(path: "ios.json5", bytes: Array("{ n: \(number) }".utf8)),
                PolicyDocument(path: "android.json5", bytes: []),
            ],
            revenue: [
                RevenueTerms(
                    profile: "ios",
                    settings: RevenueSettings(
                        ecpm: Money(nanoUSD: 2_520_000_000),
                        impressionsPerUploadMicros: 1_600_000
                    )
                )
            ],
            stage: stage
        )
    }
}

extension CapWindow {
    /// A profile's window of another profile; others as they are.
    fileprivate func of(_ profile: String) -> CapWindow {
        guard case .profile = holder else { return self }
        return CapWindow(holder: .profile(profile), window: window, limit: limit, alerts: alerts)
    }
}

extension HoldResult {
    /// By a window of the profile most samples have.
    static func refused(
        kind: BudgetWindow.Kind,
        limit: Money,
        enforced: Money,
        holder: CapHolder = .profile("android")
    ) -> HoldResult {
        .refused(CapRefusal(holder: holder, kind: kind, limit: limit, enforced: enforced))
    }
}
