import Economics
import Testing

@testable import Backtest
@testable import Policy

/// Recorded uploads judged by two documents.
struct ReplayTests {
    /// 2026-11-30T00:00:00Z
    static let midnight = Timestamp.seconds(1_795_996_800)

    private static func profile(_ edits: [(String, String)] = []) throws -> Profile {
        var folder = PolicyFolder.valid
        for (old, new) in edits { folder = try #require(folder.replacing(old, by: new, in: "android.json5")) }
        let set = folder.read().set
        return try #require(set?.profiles["android"])
    }

    static func upload(
        _ number: Int64 = 1,
        at: Timestamp = midnight,
        sharpness: Double? = 0.3,
        area: Double = 0.5,
        space: String = "torii/1",
        basis: RecordedUpload.Basis = .scores,
        judged: Bool = true,
        own: Bool = false,
        propensity: Double? = nil,
        category: String = "",
        call: RecordedUpload.Call = .none
    ) -> RecordedUpload {
        RecordedUpload(
            number: number,
            at: at,
            isJudged: judged,
            basis: basis,
            scoreSpace: space,
            evidence: Evidence(
                sharpness: sharpness,
                attentionArea: area,
                objectnessArea: area,
                range: 50,
                texture: 0,
                coarse: .photoLike,
                ownWatermark: own
            ),
            auditPropensity: propensity,
            call: call,
            category: category
        )
    }

    private static func made(_ nano: Int64, useful: Bool = true) -> RecordedUpload.Call {
        .made(cost: Money(nanoUSD: nano), isUseful: useful)
    }

    private static func replay(
        _ uploads: [RecordedUpload],
        today: [(String, String)] = [],
        proposed: [(String, String)] = [("sharpness: { min: 0.18", "sharpness: { min: 0.21")]
    ) throws -> Replay {
        var replay = Replay(today: (try profile(today), .utc), proposed: (try profile(proposed), .utc))
        for upload in uploads { replay.add(upload) }
        return replay
    }

    @Test func countsBothSidesByTheirDecidingReason() throws {
        let replay = try Self.replay([
            Self.upload(1, sharpness: 0.1), Self.upload(2, sharpness: 0.2, call: Self.made(400)),
            Self.upload(3, sharpness: 0.21, call: Self.made(500)), Self.upload(4, sharpness: 0.4, own: true),
            Self.upload(5, judged: false),
        ])
        #expect(replay.uploads == 4)
        #expect(replay.unjudged == 1)
        #expect(replay.today.rejects == [.tooBlurry: 1, .ownWatermark: 1])
        #expect(replay.proposed.rejects == [.tooBlurry: 2, .ownWatermark: 1])
        #expect(replay.today.sends == 2)
        // Equal to the threshold sends.
        #expect(replay.proposed.sends == 1)
        #expect(replay.changed == [2])
        #expect(replay.changes == [Replay.Change(from: nil, to: .tooBlurry): .init(uploads: 1, useful: 1)])
    }

    @Test func sendsWhatItHasNoScoresOfItsOwnFor() throws {
        let replay = try Self.replay([
            Self.upload(1, sharpness: 0.01, space: "apple-vision/18"),
            Self.upload(2, sharpness: 0.01, basis: .deadlinePassed),
            Self.upload(3, sharpness: nil),
        ])
        #expect(replay.proposed.sends == 3)
        #expect(replay.proposed.otherSpace == 1)
        #expect(replay.changed.isEmpty)
    }

    @Test func spendsWhatCallsCostAndTheMeanWhereNoneWasMade() throws {
        // Today rejects the first; the proposal sends it and rejects nothing.
        let replay = try Self.replay(
            [
                Self.upload(1, sharpness: 0.1), Self.upload(2, sharpness: 0.3, call: Self.made(1_000)),
                Self.upload(3, sharpness: 0.3, call: Self.made(3_000)),
            ],
            proposed: [("sharpness: { min: 0.18, floor: 0.05", "sharpness: { min: 0.05, floor: 0.05")]
        )
        let today = try PlanFigures(replay.today, of: replay, costFactor: 1)
        let proposed = try PlanFigures(replay.proposed, of: replay, costFactor: 1)
        // Of the reject 5 % would be audited, at the mean of 2,000.
        #expect(today.spend == Money(nanoUSD: 4_100))
        #expect(proposed.spend == Money(nanoUSD: 6_000))
        #expect(try PlanFigures(replay.proposed, of: replay, costFactor: 0.5).spend == Money(nanoUSD: 3_000))
        #expect(today.sendRate == (2 + 0.05) / 3)
        #expect(proposed.sendRate == 1)
        // Deviation 1,414.2 of two calls, one guessed: 1.96 x 1,414.2 x sqrt(1 + 1/2).
        #expect(proposed.spendMargin == Money(nanoUSD: 3_395))
        #expect(today.revenue == Money(nanoUSD: 3 * 4_032_000))
        #expect(try today.margin() == Money(nanoUSD: 3 * 4_032_000 - 4_100))
    }

    @Test func sendsEveryRejectInPhaseMeasure() throws {
        let replay = try Self.replay(
            [Self.upload(1, sharpness: 0.1, call: Self.made(700)), Self.upload(2, call: Self.made(900))],
            today: [("phase: \"enforce\"", "phase: \"measure\"")],
            proposed: []
        )
        let today = try PlanFigures(replay.today, of: replay, costFactor: 1)
        let proposed = try PlanFigures(replay.proposed, of: replay, costFactor: 1)
        #expect(today.sendRate == 1)
        #expect(today.rejected == 1)
        #expect(today.spend == Money(nanoUSD: 1_600))
        #expect(proposed.spend == Money(nanoUSD: 935))
        // Nobody's verdict is another, and yet the first would stay behind.
        #expect(replay.changed == [1])
        #expect(replay.fates == [Replay.Change(from: nil, to: .tooBlurry)])
    }

    /// The first week: nothing stays behind yet, and what would is what a plan is for.
    @Test func comparesVerdictsWhereBothOnlyMeasure() throws {
        let measure = ("phase: \"enforce\"", "phase: \"measure\"")
        let replay = try Self.replay(
            [Self.upload(1, sharpness: 0.1), Self.upload(2, sharpness: 0.2)],
            today: [measure],
            proposed: [measure, ("sharpness: { min: 0.18", "sharpness: { min: 0.21")]
        )
        #expect(replay.changed == [2])
    }

    @Test func namesTheDaysOverTheCapInTheProfilesZone() throws {
        let cap = ("daily: \"2.40 USD\"", "daily: \"0.000001 USD\"")
        let uploads = [
            Self.upload(1, at: Self.midnight.advanced(bySeconds: -1), call: Self.made(900)),
            Self.upload(2, at: Self.midnight, call: Self.made(800)),
            Self.upload(3, at: Self.midnight.advanced(bySeconds: 86_399), call: Self.made(800)),
        ]
        let replay = try Self.replay(uploads, proposed: [cap])
        let figures = try PlanFigures(replay.proposed, of: replay, costFactor: 1)
        #expect(figures.spendByDay.map(\.day.description) == ["2026-11-29", "2026-11-30"])
        #expect(figures.daysOverCap.map(\.day.description) == ["2026-11-30"])
        #expect(figures.daysOverCap.map(\.short) == [Money(nanoUSD: 600)])
        #expect(try PlanFigures(replay.today, of: replay, costFactor: 1).daysOverCap.isEmpty)
    }

    @Test func estimatesLostAnswersFromAuditsByTheInverseOfTheirDraw() throws {
        // 100 rejects at 5 %: 95 unseen; of the five audited one was useful. Ten more are known, two of them useful.
        var uploads = (0..<95).map { Self.upload($0, sharpness: 0.1) }
        uploads += (0..<5).map {
            Self.upload(100 + $0, sharpness: 0.1, propensity: 0.05, call: Self.made(1, useful: $0 == 0))
        }
        uploads += (0..<10).map { Self.upload(200 + $0, sharpness: 0.2, call: Self.made(1, useful: $0 < 2)) }
        let replay = try Self.replay(uploads)
        let today = try PlanFigures(replay.today, of: replay, costFactor: 1).lost
        let proposed = try PlanFigures(replay.proposed, of: replay, costFactor: 1).lost
        #expect(today.estimate == 0.2 * 100 / 110)
        #expect(today.upperBound == BinomialTail.upperBound(hits: 1, trials: 5, confidence: 0.95) * 100 / 110)
        #expect(proposed.certain == 2)
        #expect(proposed.estimate == 2.0 / 110 + 0.2 * 100 / 110)
        let each = 1 - (1 - 0.95) / 2
        let bound =
            BinomialTail.upperBound(hits: 2, trials: 110, confidence: each)
            + BinomialTail.upperBound(hits: 1, trials: 5, confidence: each) * 100 / 110
        #expect(proposed.upperBound == bound)
        // An own picture is no lost answer; one upload without a reject proves next to nothing; without an audit nothing is
        // known.
        let own = try Self.replay([Self.upload(own: true, call: Self.made(1))])
        let lost = try PlanFigures(own.today, of: own, costFactor: 1).lost
        #expect(lost.estimate == 0 && lost.certain == 0)
        #expect(lost.upperBound == BinomialTail.upperBound(hits: 0, trials: 1, confidence: 0.95))
        let unseen = try Self.replay([Self.upload(sharpness: 0.1)])
        #expect(try PlanFigures(unseen.today, of: unseen, costFactor: 1).lost.upperBound == nil)
    }

    static let bounds: [(hits: Int, trials: Int, upper: Double)] = [
        (0, 1_437, 0.002082541282), (9, 126_890, 0.0001237670539), (8, 101_940, 0.0001415949985),
        (0, 8_800, 0.0003403661843), (500, 1_000, 0.5264822688), (5, 5, 1), (0, 0, 1),
    ]

    @Test(arguments: bounds)
    func boundsRatesExactly(hits: Int, trials: Int, upper: Double) {
        let bound = BinomialTail.upperBound(hits: hits, trials: trials, confidence: 0.95)
        #expect(abs(bound - upper) < 1e-8 * upper)
    }

    @Test func refusesTheThresholdsOfAnotherScorer() throws {
        let old = try Self.profile()
        let space = ("scoreSpace: \"torii/1\"", "scoreSpace: \"apple-vision/18\"")
        #expect(PlanLimit.borrowsThresholds(old, try Self.profile([space])))
        let own = ("sharpness: { min: 0.18", "sharpness: { min: 0.3")
        #expect(!PlanLimit.borrowsThresholds(old, try Self.profile([space, own])))
        #expect(
            !PlanLimit.borrowsThresholds(old, try Self.profile([space, ("phase: \"enforce\"", "phase: \"measure\"")]))
        )
        #expect(!PlanLimit.borrowsThresholds(old, old))
        // A version of our own scorer that nothing here measures with is refused whatever its thresholds.
        #expect(PlanLimit.borrowsThresholds(old, try Self.profile([("\"torii/1\"", "\"torii/2\""), own])))
    }

    /// Where nobody looked at today's rejects, what the proposal is known to lose besides decides.
    @Test(arguments: [(true, [PlanLimit.falseRejects]), (false, [])])
    func breaksALimitByWhatIsKnownToBeLost(isUseful: Bool, limits: [PlanLimit]) throws {
        let uploads = [
            Self.upload(1, sharpness: 0.1), Self.upload(2, sharpness: 0.2, call: Self.made(1, useful: isUseful)),
            Self.upload(3, sharpness: 0.9, call: Self.made(1)),
        ]
        let replay = try Self.replay(uploads)
        let today = try PlanFigures(replay.today, of: replay, costFactor: 1)
        let proposed = try PlanFigures(replay.proposed, of: replay, costFactor: 1)
        #expect(today.lost.upperBound == nil && proposed.lost.upperBound == nil)
        #expect(today.lost.atLeast == 0 && proposed.lost.atLeast == (isUseful ? 1.0 / 3 : 0))
        let broken = PlanLimit.broken(
            today: (today, replay.today.profile),
            proposed: (proposed, replay.proposed.profile)
        )
        #expect(broken == limits)
    }

    /// A limit that is broken already refuses only what makes it worse.
    @Test func breaksALimitOnlyByMakingItWorse() throws {
        let uploads =
            (0..<20).map { Self.upload($0, sharpness: 0.1, propensity: 0.05, call: Self.made(1, useful: false)) }
            + (0..<20).map { Self.upload(100 + $0, sharpness: 0.2, call: Self.made(1)) }
        func broken(_ edits: [(String, String)]) throws -> [PlanLimit] {
            let replay = try Self.replay(uploads, proposed: edits)
            return PlanLimit.broken(
                today: (try PlanFigures(replay.today, of: replay, costFactor: 1), replay.today.profile),
                proposed: (try PlanFigures(replay.proposed, of: replay, costFactor: 1), replay.proposed.profile)
            )
        }
        #expect(try broken([("daily: \"2.40 USD\"", "daily: \"2.00 USD\"")]) == [])
        #expect(try broken([("sharpness: { min: 0.18", "sharpness: { min: 0.21")]) == [.falseRejects])
        #expect(try broken([("sharpness: { min: 0.18", "sharpness: { min: 0.15")]) == [])
        #expect(try broken([("maxShareOfRevenue: 0.20", "maxShareOfRevenue: 0")]) == [.maxShareOfRevenue])
    }
}
