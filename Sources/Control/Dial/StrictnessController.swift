package import Policy

/// Holds one profile's send rate in one score space: one strictness moves both gates through their running
/// distributions, inside what is proven to be safe.
///
/// A struct state machine without clock or randomness: the same uploads in the same order give the same decisions, bit
/// for bit.
package struct StrictnessController: Sendable {
    /// Uploads of which the slow loop takes note.
    static let window = 4000
    /// Uploads between two looks of the slow loop, and the milliseconds after which it looks all the same.
    static let tick = 50
    static let tickTime: Int64 = 60_000
    /// Uploads below which distributions are not to be trusted.
    static let leastSample = 400
    /// Half-lives of the running and of the slow distributions, in uploads.
    static let fastHalfLife = 2000
    static let slowHalfLife = 13_500

    package internal(set) var settings: ControlSettings
    package internal(set) var phase: ControlPhase
    package internal(set) var certificate: Certificate?

    // The slow loop's view, renewed at each look.
    var sharpnessTable = RankTable()
    var areaTable = RankTable()
    package internal(set) var limits: GateLimits
    var base: Double
    var rate: Double
    var isPaceBound = false
    var isBlocked = false
    var isFloorBound = false
    /// Least and most that could be sent of the latest uploads inside the limits, 0...1.
    package internal(set) var feasible: ClosedRange<Double> = 0...1

    // What it remembers.
    package internal(set) var credit = Credit()
    /// What the slow loop knows of uploads up to its last look; elsewhere while a look is taken beside the dial.
    var traffic = Traffic()
    /// What came since.
    var pending: [Traffic.Event] = []
    /// Whether the traffic is elsewhere.
    package internal(set) var isLooking = false
    /// Counts what changed the dial beside looks and decisions: a look that began before it is not taken over.
    var changes = 0
    /// Counts how often what was owed was forgotten.
    var forgotten = 0
    /// Whether there is enough traffic for conservative thresholds, as of the last look.
    var isSampled = false
    /// Up to which sharpness labels matter for the next raise.
    var watchedSharpness = 0.0

    var sinceTick = 0
    var lastTick: Int64?
    package internal(set) var judged = 0
    package internal(set) var sent = 0
    package internal(set) var clamped = 0
    /// Audits with an answer; those of them that were false rejects; and those whose answer nobody has judged a second time.
    package internal(set) var audits = 0
    package internal(set) var falseAudits = 0
    package internal(set) var waitingAudits = 0
    var regression: RegressionAlarm
    /// Whether false rejects rose: back to the last certificate's evidence, until an operator looks.
    package internal(set) var isAlarmed = false
    /// Whether the traffic has moved away from the certificate's: its claim is withdrawn, its ceilings stay.
    package internal(set) var isClaimWithdrawn = false
    /// Ranks up to which the gates have been tightened, where they are still on their way.
    var tightening = Tightening()
    /// Thresholds an operator has approved, where the dial proposes instead of acting: they judge, and nothing is owed.
    package internal(set) var approved: Thresholds?
    /// What changed since somebody last took it, oldest first.
    var adjustments: [Adjustment] = []
    var noted: Adjustment.Standing?

    package init(_ settings: ControlSettings, phase: ControlPhase) {
        self.settings = settings
        self.phase = phase
        limits = settings.isClamped ? settings.limits : .none
        rate = settings.target
        base = 1 - settings.target
        regression = RegressionAlarm(bound: settings.falseRejectMax, rejectShare: 1 - settings.target)
    }

    /// Judges one upload, draws its audit and counts it.
    ///
    /// Complexity: O(1), and once in 50 uploads a pass over the last 4,000.
    package mutating func decide(on upload: ControlUpload) -> ControlDecision {
        if isLookDue(at: upload.time) { look(at: upload.time) }
        return judge(upload)
    }

    /// As `decide`, by what the last look found, whether or not another is due.
    ///
    /// Complexity: O(1).
    package mutating func judge(_ upload: ControlUpload) -> ControlDecision {
        let decision = decision(on: upload)
        count(upload, decision)
        return decision
    }

    /// Counts an upload whose row says what was decided.
    ///
    /// - Returns: What would be decided of it now.
    package mutating func replay(_ upload: ControlUpload, verdict: Verdict, isAudit: Bool) -> ControlDecision {
        if isLookDue(at: upload.time) { look(at: upload.time) }
        let decision = decision(on: upload)
        count(upload, decision.deciding(verdict, isAudit: isAudit))
        return decision
    }

    private func decision(on upload: ControlUpload) -> ControlDecision {
        let theta = theta
        let free = Thresholds(
            sharpness: sharpnessTable.cut(at: theta).threshold(tie: upload.tie),
            saliencyArea: areaTable.cut(at: areaRank(theta)).threshold(tie: upload.tie)
        )
        let thresholds = thresholds(free)
        let verdict: Verdict = upload.scores.isRejected(by: thresholds) ? .reject : .send
        let propensity = verdict == .reject ? propensity(of: upload.scores, theta: theta) : nil
        let isAudit = propensity.map { AuditDraw.isDrawn(share: $0, randomness: upload.randomness) } ?? false
        return ControlDecision(
            number: judged,
            verdict: verdict,
            isAudit: isAudit,
            propensity: propensity,
            theta: theta,
            thresholds: thresholds,
            state: state,
            isClamped: upload.scores.isRejected(by: free) != (verdict == .reject)
        )
    }

    /// The saliency gate's rank at a strictness: below it by the path's weight, except past the ends.
    func areaRank(_ theta: Double) -> Double {
        theta >= 1 ? theta : theta * (certificate?.pathWeight ?? Self.standardWeight)
    }

    /// The path's weight before a measure phase has found one.
    static let standardWeight = 0.75

    /// The thresholds in force, `free` being what strictness alone asks for.
    func thresholds(_ free: Thresholds) -> Thresholds {
        if let approved { return approved }
        guard settings.isClamped else { return free }
        switch phase {
        case .hold, .tighten, .measure: return limits.clamped(free)
        case .conservative: return conservative
        }
    }

    /// Each gate at the 5th percentile of its own scores: those of the measure phase, else those seen since.
    private var conservative: Thresholds {
        let ceilings = settings.limits.ceilings
        if let certificate {
            return Thresholds(
                sharpness: min(certificate.sharpness.conservative, ceilings.sharpness),
                saliencyArea: min(certificate.area.conservative, ceilings.saliencyArea)
            )
        }
        guard isSampled else { return Thresholds(sharpness: 0, saliencyArea: 0) }
        return Thresholds(
            sharpness: min(sharpnessTable.cut(at: 0.05).score, ceilings.sharpness),
            saliencyArea: min(areaTable.cut(at: 0.05).score, ceilings.saliencyArea)
        )
    }

    /// The probability of an audit; nil where none is drawn: everything is sent anyway, or the picture is our own.
    private func propensity(of scores: GateScores, theta: Double) -> Double? {
        guard phase != .measure, !scores.isOwn else { return nil }
        return AuditPlan.propensity(share: settings.auditShare, isNear: isNear(scores, theta: theta))
    }

    /// Whether a reject lies in the tenth of the rejects next to the threshold.
    func isNear(_ scores: GateScores, theta: Double) -> Bool {
        var strictness = scores.sharpness.map { sharpnessTable.rank(of: $0) } ?? .infinity
        if let area = scores.area {
            let weight = certificate?.pathWeight ?? Self.standardWeight
            strictness = min(strictness, areaTable.rank(of: area) / weight)
        }
        return strictness >= theta * (1 - AuditPlan.nearShare)
    }

    /// As clients of its figures see it.
    package var state: ControlState {
        if isAlarmed { return .alarm }
        return switch phase {
        case .measure: .measure
        case .conservative: .conservative
        case .tighten: .tighten
        case .hold:
            if isBlocked {
                isPaceBound ? .paceBlockedByFR : .targetBlockedByFR
            } else if isFloorBound {
                .targetBlockedByFloor
            } else {
                .hold
            }
        }
    }

    private mutating func count(_ upload: ControlUpload, _ decision: ControlDecision) {
        let isSent = decision.isSent || phase == .measure
        sinceTick += 1
        judged += 1
        if isSent { sent += 1 }
        if decision.isClamped { clamped += 1 }
        keep(upload, isSent: isSent)
        if approved == nil, phase == .hold || phase == .tighten || !settings.isClamped {
            let isJunk = !isSent && settings.isClamped && upload.scores.isRejected(by: limits.floors)
            credit.count(isSent: isSent, target: rate, isJunk: isJunk)
        }
    }

    /// Keeps an upload for the next look.
    mutating func keep(_ upload: ControlUpload, isSent: Bool) {
        let isForced = !upload.scores.isRejected(by: limits.ceilings)
        pending.append(.upload(Traffic.Upload(upload, isSent: isSent, isForced: isForced)))
    }

    /// Learns whether the cloud's answer to an upload that was sent was right.
    ///
    /// - Parameters:
    ///   - audit: The decision, where the upload was a reject that was audited.
    ///   - isJudged: Whether somebody knows that, or only the cloud says so: then a false reject waits to be judged again.
    package mutating func learn(
        isRight: Bool,
        of scores: GateScores,
        audit: ControlDecision? = nil,
        isJudged: Bool = true
    ) {
        if let audit { count(.init(isRight: isRight, isJudged: isJudged), of: scores, theta: audit.theta) }
        guard isRight, !scores.isOwn, let sharpness = scores.sharpness, sharpness < watchedSharpness else { return }
        pending.append(.right(sharpness: sharpness, area: scores.area, judged: judged))
    }

    /// Learns whether the answer to an audit that came as a picture of its own was right.
    ///
    /// - Parameter strictness: By which it was rejected; nil: nobody knows, and today's stands for it.
    package mutating func learnAudit(
        isRight: Bool,
        of scores: GateScores,
        strictness: Double? = nil,
        isJudged: Bool = true
    ) {
        count(.init(isRight: isRight, isJudged: isJudged), of: scores, theta: strictness ?? theta)
    }

    private mutating func count(_ audit: AuditFinding, of scores: GateScores, theta: Double) {
        audits += 1
        enter(audit, isNear: isNear(scores, theta: theta))
    }

    /// Counts an audit as what it is known to be. The alarm hears of it once that is certain.
    mutating func enter(_ audit: AuditFinding, isNear: Bool) {
        switch audit {
        case .waiting:
            waitingAudits += 1
            return
        case .falseReject: falseAudits += 1
        case .rightReject: break
        }
        if regression.count(isFalseReject: audit == .falseReject, isNear: isNear), settings.isClamped { raiseAlarm() }
    }
}
