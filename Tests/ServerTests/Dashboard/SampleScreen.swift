import Economics
import Ledger
import Policy

@testable import Control
@testable import Server

/// A Monday morning of two profiles, every figure of it given: what golden screens draw.
enum SampleScreen {
    static let now = Timestamp.seconds(1_796_018_400)  // 2026-11-30T06:00:00Z
    private static let zone = ZoneOffsets.utc
    private static let hour = Timestamp.seconds(1_795_996_800)

    /// - Parameter more: Uploads of ios beside those of the golden screens.
    static func snapshot(more: [(Outcome, Reason, Int)] = []) throws -> DashboardSnapshot {
        try DashboardSnapshot(
            madeAt: now,
            zone: zone,
            revision: 12,
            rollout: PolicyHolder.Staged(
                revision: 13,
                at: now.advanced(bySeconds: -3 * 86_400),
                stage: RevisionStage(base: 12, millionths: 100_000, salt: "r13")
            ),
            freeze: nil,
            openCircuits: [],
            columns: [
                column(
                    "ios",
                    target: 0.466,
                    sent: 8_310,
                    blurry: 6_120,
                    plain: 2_290,
                    own: 640,
                    refused: 0,
                    limit: 3,
                    more
                ),
                column(
                    "android",
                    target: 0.41,
                    sent: 4_404,
                    blurry: 4_011,
                    plain: 1_800,
                    own: 9,
                    refused: 217,
                    limit: 2
                ),
            ],
            days: 1,
            recent: recent,
            hours: [310, 290, 402, 377, 512, 498, 120],
            rejectedHours: [.tooBlurry: [40, 41, 60, 55, 70, 68, 11], .lowSaliency: [20, 18, 25, 24, 31, 30, 7]],
            dayGone: 0.25,
            monthGone: 0.97,
            alerts: [
                CapAlert(
                    holder: .profile("android"),
                    kind: .day,
                    windowID: "2026-11-30",
                    threshold: 800,
                    limit: Money(nanoUSD: 2 * 1_000_000_000),
                    enforced: Money(nanoUSD: 1_604_000_000),
                    at: now.advanced(bySeconds: -600)
                )
            ],
            events: events,
            clients: [
                client("iPhone app", .ios, .high, ClientCounts.Figures(uploads: 6_210, judged: 6_100, sent: 2_790)),
                client(
                    "Android app",
                    .android,
                    .low,
                    ClientCounts.Figures(
                        uploads: 812,
                        judged: 812,
                        sent: 301,
                        late: 41,
                        normalised: 96,
                        stale: 12,
                        old: 7
                    )
                ),
                client("kiosk", .unknown, nil, ClientCounts.Figures(uploads: 3)),
            ],
            isClockSimulated: false,
            gateQuantiles: [.milliseconds(14), .milliseconds(31)],
            cloudQuantiles: [.milliseconds(640), .milliseconds(1_920)],
            dials: [dial],
            adjustments: []
        )
    }

    private static func client(
        _ key: String,
        _ family: ClientLabel.Family,
        _ deviceClass: DeviceSettings.Class?,
        _ figures: ClientCounts.Figures
    ) -> DashboardSnapshot.Client {
        let label = ClientLabel(family: family, deviceClass: deviceClass)
        return DashboardSnapshot.Client(
            name: ClientCounts.Name(profile: "ios", client: key, label: label),
            key: key,
            figures: figures
        )
    }

    /// Oldest first.
    private static let events: [EventRecord] = [
        event("freeze/1", .spendingThawed, 9_000, nil, "spending thawed by ada: found it"),
        event("policy/r12", .policyApplied, 5_400, nil, "policy r12 applied by ada: fewer sends at night"),
        event("dial/1", .thresholdsAdjusted, 1_380, "ios", "strictness 0.531 to 0.549, thresholds 0.183 and 0.041"),
        event(
            "cap/profile/android/day/2026-11-30/800",
            .capNear,
            600,
            "android",
            "profile/android: 80.0 % of the day's cap of 2.00 USD is used"
        ),
    ]

    private static func event(
        _ id: String,
        _ kind: EventKind,
        _ secondsAgo: Int64,
        _ profile: String?,
        _ text: String
    ) -> EventRecord {
        EventRecord(id: id, at: now.advanced(bySeconds: -secondsAgo), kind: kind, profile: profile, text: text)
    }

    private static func column(
        _ profile: String,
        target: Double,
        sent: Int,
        blurry: Int,
        plain: Int,
        own: Int,
        refused: Int,
        limit: Int64,
        _ more: [(Outcome, Reason, Int)] = []
    ) throws -> DashboardSnapshot.Column {
        let counts: [(Outcome, Reason, Int)] =
            [
                (.sent, .gatePassed, sent), (.rejected, .tooBlurry, blurry), (.rejected, .lowSaliency, plain),
                (.rejected, .ownWatermark, own), (.local, .budgetExhausted, refused),
            ] + more
        let ledger = LedgerSnapshot.of(
            counts.filter { $0.2 > 0 }.map { outcome, reason, count in
                .uploads(
                    count,
                    outcome,
                    reason,
                    profile: profile,
                    hour: hour,
                    latencyMicros: Int64(count) * (outcome == .sent ? 702_000 : 21_000),
                    gateMicros: Int64(count) * 14_000
                )
            },
            [costs(profile, attempts: sent)]
        )
        let day = CivilDate(at: hour, in: zone)
        let terms = EconomicsReport.ProfileTerms(
            name: profile,
            zone: zone,
            target: target,
            ecpm: Money(nanoUSD: 4_200_000_000)
        )
        let figures = try EconomicsReport.made(
            EconomicsReport.Query(from: day, end: day.next, dimensions: [.profile]),
            from: ledger,
            profiles: [terms],
            now: now
        ).total.figures
        var meter = SendRateMeter()
        for number in 0..<1_000 { meter.record(isSent: Double(number) < target * 1_000, target: target) }
        let spent = WindowTotals(
            settled: Money(nanoUSD: Int64(sent) * 180_550),
            held: Money(nanoUSD: 1_867_400),
            uncertain: Money(nanoUSD: 1_867_400)
        )
        return DashboardSnapshot.Column(
            profile: profile,
            target: target,
            today: figures,
            shown: figures,
            month: figures,
            day: spent,
            dayLimit: Money(nanoUSD: limit * 1_000_000_000),
            monthTotals: spent,
            monthLimit: Money(nanoUSD: limit * 30_000_000_000),
            phase: "enforce",
            // One of the two is older than a number may be.
            ecpm: EconomicsReport.ECPM(terms, since: now.advanced(bySeconds: (profile == "ios" ? -60 : -20) * 86_400)),
            meter: meter,
            zone: zone,
            falseRejectMax: 0.00018
        )
    }

    private static let standing: Adjustment.Standing = {
        var standing = Adjustment.Standing()
        standing.state = .hold
        standing.rate = 0.466
        standing.judged = 17_360
        standing.sent = 8_310
        return standing
    }()

    /// Of ios: certified, and inside the limit.
    private static let dial = StrictnessDesk.Standing(
        name: DialName(profile: "ios", space: "torii/1", source: .pictures),
        mode: .auto,
        standing: standing,
        theta: 0.531,
        thresholds: Thresholds(sharpness: 0.183, saliencyArea: 0.041),
        proposal: Thresholds(sharpness: 0.183, saliencyArea: 0.041),
        sendRate: 0.468,
        proposedSendRate: 0.468,
        limits: GateLimits(sharpness: .init(floor: 0.05, ceiling: 0.4), area: .init(floor: 0.01, ceiling: 0.15)),
        target: 0.466,
        headroom: 0.12,
        feasible: 0.38...0.9,
        isBudgetBound: false,
        reached: (0.5, 0.4),
        credit: 0.4,
        clamped: 0,
        audits: 760,
        falseAudits: 0,
        waitingAudits: 3,
        falseRejectMax: 0.00018,
        staleAfter: .seconds(86_400),
        certificate: Certificate(
            pathWeight: 0.8,
            sharpness: .init(ceiling: 0.4, ceilingRank: 0.6, floor: 0.05, conservative: 0.06),
            area: .init(ceiling: 0.15, ceilingRank: 0.5, floor: 0.01, conservative: 0.02),
            uploads: 126_890,
            falseRejects: 9,
            bound: 0.000124,
            confidence: 0.95,
            from: 0,
            to: 0
        )
    )

    private static func costs(_ profile: String, attempts: Int) -> CostRollup {
        CostRollup(
            profile: profile,
            hour: hour,
            model: "gemini-3.5-flash-lite",
            tier: "standard",
            priceID: "2026-07-21",
            result: "ok",
            emulated: true,
            attempts: attempts,
            cost: Money(nanoUSD: Int64(attempts) * 180_550),
            uncertain: .zero,
            usage: .zero,
            latencyMicros: Int64(attempts) * 640_000,
            cheaper: .none
        )
    }

    /// The newest first: sent, rejected, kept local.
    private static let recent: [DecisionRecord] = [
        decision("01KX000000000000000000000C", "android", 5, .local, [.budgetExhausted]),
        decision("01KX000000000000000000000B", "ios", 9, .rejected, [.tooBlurry, .lowSaliency]),
        decision("01KX000000000000000000000A", "ios", 14, .sent, [.gatePassed], cost: 180_550),
    ]

    private static func decision(
        _ id: String,
        _ profile: String,
        _ secondsAgo: Int64,
        _ outcome: Outcome,
        _ reasons: [Reason],
        cost: Int64 = 0
    ) -> DecisionRecord {
        DecisionRecord(
            id: id,
            route: .classify,
            profile: profile,
            revision: 12,
            at: now.advanced(bySeconds: -secondsAgo),
            hour: hour,
            verdict: outcome == .rejected ? .reject : .send,
            outcome: outcome,
            source: outcome == .sent ? .cloud : .local,
            reasons: reasons,
            judged: true,
            scoreSpace: "torii/1",
            evidence: Evidence(),
            thresholds: nil,
            image: nil,
            cost: Money(nanoUSD: cost),
            model: nil,
            emulated: true,
            latencyMicros: 21_000,
            gateMicros: 14_000,
            idempotency: nil,
            answer: [],
            answerStatus: 200
        )
    }
}
