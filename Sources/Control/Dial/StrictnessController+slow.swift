extension StrictnessController {
    /// Share of the ranks strictness may move in one look.
    static let step = 0.01

    /// Whether the slow loop has something to do before the next upload is judged.
    package func isLookDue(at time: Int64) -> Bool {
        guard !isLooking else { return false }
        guard let lastTick else { return true }
        return sinceTick >= Self.tick || time - lastTick >= Self.tickTime
    }

    /// The slow loop: renews the distributions, the ceilings, what the budget allows, and the strictness both ask for.
    package mutating func look(at time: Int64) {
        sinceTick = 0
        lastTick = time
        defer { note(at: time) }
        takeIn()
        let count = traffic.recent.count
        renewTables()
        if settings.isClamped { watch(at: time) }
        moveLimits()

        let plan = settings.isClamped ? traffic.pace.plan(at: time, target: settings.target) : nil
        rate = min(settings.target, plan?.share ?? 1)
        isPaceBound = plan != nil
        let isBeyondReach = plan?.isBeyondReach ?? false

        guard count >= Self.leastSample else { return }
        let census = StrictnessCensus(self)
        // Audits are sends: the gate itself may only send what they leave.
        let gateRate = max(0, (rate - settings.auditShare) / (1 - settings.auditShare))
        let wanted = isBeyondReach ? 1 : census.strictness(rejecting: 1 - gateRate)
        base += min(Self.step, max(-Self.step, wanted - base))
        // Seen at once when so many too many were sent that strictness stands past any ceiling; else when the window shows it.
        let isPressed = credit.images < -Credit.limit / 2
        isBlocked = settings.isClamped && (census.sentAtCeilings > gateRate || isPressed || isBeyondReach)
        isFloorBound = census.rejectedAtFloors > 1 - gateRate
        // Shares of one count: the first is never above the second but for ceilings below floors.
        let most = max(census.sentAtCeilings, 1 - census.rejectedAtFloors)
        feasible = census.sentAtCeilings...most
        if settings.raises, isBlocked, phase == .hold { raise() }
    }

    /// Takes in what came since the last look.
    mutating func takeIn() {
        for event in pending { traffic.take(event) }
        pending.removeAll(keepingCapacity: true)
    }

    /// The distributions as they are now.
    mutating func renewTables() {
        isSampled = traffic.sharpnessFast.samples >= Self.leastSample
        let count = traffic.recent.count
        sharpnessTable = RankTable(traffic.sharpnessFast, ties: traffic.sharpnessTies.ties(of: count))
        areaTable = RankTable(traffic.areaFast, ties: traffic.areaTies.ties(of: count))
    }

    /// Lifts the sharpness ceiling as far as the labels above it allow.
    private mutating func raise() {
        let cap = settings.limits.sharpness.ceiling
        guard
            let raise = traffic.raises.proposal(
                limits: limits,
                table: sharpnessTable,
                judged: judged,
                cap: cap,
                confidence: settings.confidence
            )
        else { return }
        traffic.raises.record(raise)
        let rank = RankTable(traffic.sharpnessSlow).rank(of: raise.to)
        certificate = certificate?.raised(sharpness: raise.to, rank: rank)
        moveLimits()
    }

    /// The certified ceilings: as scores, and as ranks on the slow distributions; the stricter of the two binds.
    mutating func moveLimits() {
        guard settings.isClamped else { return }
        limits = settings.limits
        guard let certificate else { return }
        limits.sharpness.narrow(to: certificate.sharpness, slow: traffic.sharpnessSlow)
        limits.area.narrow(to: certificate.area, slow: traffic.areaSlow)
        if phase == .tighten {
            limits.sharpness.narrow(to: sharpnessTable.cut(at: tightening.sharpness).score)
            limits.area.narrow(to: areaTable.cut(at: tightening.area).score)
        }
        if settings.raises {
            let rank = sharpnessTable.rank(of: limits.sharpness.ceiling)
            watchedSharpness = sharpnessTable.cut(at: rank + CeilingRaises.reach).score
        }
    }

    /// Begins in `hold` with what a finished measure phase proved.
    ///
    /// - Parameter samples: That phase's uploads in their order: they fill the distributions.
    package mutating func begin(with certificate: Certificate?, after samples: [GateScores], forecast: TrafficForecast)
    {
        for scores in samples { traffic.remember(scores) }
        traffic.pace = Pace(forecast: forecast)
        self.certificate = certificate
        phase = certificate == nil && settings.isClamped ? .conservative : .hold
        let count = traffic.recent.count
        guard count >= Self.leastSample else { return }
        renewTables()
        moveLimits()
        let gateRate = max(0, (rate - settings.auditShare) / (1 - settings.auditShare))
        base = StrictnessCensus(self).strictness(rejecting: 1 - gateRate)
        watchDrift()
    }
}

extension GateLimits.Range {
    /// Lowers the ceiling, and the floor with it.
    fileprivate mutating func narrow(to score: Double) {
        ceiling = min(ceiling, score)
        floor = min(floor, ceiling)
    }

    /// Takes a certificate's limits in, inside these.
    fileprivate mutating func narrow(to gate: Certificate.Gate, slow: ScoreHistogram) {
        let ranked = slow.total == 0 ? gate.ceiling : slow.score(below: gate.ceilingRank)
        ceiling = min(ceiling, gate.ceiling, ranked)
        floor = min(max(floor, gate.floor), ceiling)
    }
}
