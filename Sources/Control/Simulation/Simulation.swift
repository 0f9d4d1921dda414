package import Policy

/// Replays a trace through a controller and keeps the score.
package struct Simulation: Sendable {
    package struct Options: Sendable, Hashable {
        /// Probability of an audit; nil: the profile's.
        package var audits: Double?
        /// Whether the controller's limits, phases and pace bind.
        package var isClamped = true
        /// Whether ceilings rise without asking.
        package var raises = false
        /// Whether the ledger's caps refuse what would pass them.
        package var caps = true
        package var seed: UInt64 = 0
        /// Nodes that share the target, and the uploads during which one of them is cut off.
        package var nodes = 1
        package var partition: Range<Int>?
        /// The upload before which a node is killed.
        package var kill: Int?

        package init() {}
    }

    /// The first node's.
    package var controller: StrictnessController { nodes.first }
    private var nodes: SimulatedNodes
    package private(set) var score: SimulationScore
    private let gate: GateSettings
    private var caps: SimulatedCaps?
    private let seed: UInt64

    /// - Parameter week: A finished measure phase, in which everything was sent: the run begins in `hold` with what it
    ///   certifies. Nil: in the profile's phase.
    package init(profile: Profile, options: Options, week: [TraceRow]?) {
        gate = profile.gate
        seed = TraceRow.mixed(options.seed &+ 0x9E37_79B9_7F4A_7C15)
        var settings = ControlSettings(profile)
        if let audits = options.audits { settings.auditShare = audits }
        settings.isClamped = options.isClamped
        settings.raises = options.raises
        caps = options.caps ? SimulatedCaps(profile.budget) : nil
        score = SimulationScore(target: settings.target)
        let controller: StrictnessController =
            switch (week, options.isClamped) {
            case (.some(let rows), _): Self.measured(rows, settings, gate)
            case (nil, true):
                StrictnessController(settings, phase: profile.phase == .measure ? .measure : .conservative)
            case (nil, false): StrictnessController(settings, phase: .hold)
            }
        nodes = SimulatedNodes(
            controller,
            nodes: options.nodes,
            partition: options.partition,
            kill: options.kill
        )
    }

    /// Judges the next row of the trace.
    package mutating func step(_ row: TraceRow) -> ControlDecision {
        let scores = row.scores(gate)
        let decision = nodes.decide(
            on: ControlUpload(
                time: row.time,
                scores: scores,
                hash: row.hash,
                client: row.client,
                randomness: TraceRow.mixed(row.hash ^ seed),
                cost: row.cost,
                revenue: row.revenue
            ),
            isRight: row.isRight
        )
        let isSent = decision.isSent || decision.state == .measure
        let isPaid = isSent && caps?.admit(row) ?? true
        score.count(row, isSent: isSent, isPaid: isPaid, isClamped: decision.isClamped)
        return decision
    }

    static func measured(
        _ rows: [TraceRow],
        _ settings: ControlSettings,
        _ gate: GateSettings
    ) -> StrictnessController {
        var week = MeasureWeek()
        var scores: [GateScores] = []
        scores.reserveCapacity(rows.count)
        for row in rows {
            let seen = row.scores(gate)
            scores.append(seen)
            week.add(MeasureWeek.Sample(scores: seen, isRight: row.isRight), at: row.time)
        }
        var controller = StrictnessController(settings, phase: .hold)
        let certificate = week.certificate(
            target: settings.target,
            max: settings.falseRejectMax,
            confidence: settings.confidence
        )
        let ceilings = certificate.map { Thresholds(sharpness: $0.sharpness.ceiling, saliencyArea: $0.area.ceiling) }
        var pace = Pace()
        for (row, seen) in zip(rows, scores) {
            let isForced = ceilings.map { !seen.isRejected(by: $0) } ?? true
            pace.count(time: row.time, revenue: row.revenue, cost: row.cost, isSent: true, isForced: isForced)
        }
        controller.begin(with: certificate, after: scores, forecast: pace.forecast)
        return controller
    }
}
