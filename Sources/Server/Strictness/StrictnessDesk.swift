package import Control
package import Economics
package import Ledger
package import Platform
package import Policy

/// The live send-rate controllers: one for each profile whose `target.mode` is not `off`, and each scorer of it.
package final class StrictnessDesk: Sendable {
    /// What a dial made of one upload.
    package struct Opinion: Sendable {
        package let name: DialName
        package let scores: GateScores
        package let decision: ControlDecision
        /// For the upload's row.
        package let mark: ControlMark
    }

    /// What a dial changed.
    struct Change: Sendable, Hashable {
        let name: DialName
        let adjustment: Adjustment
    }

    /// Changes kept until somebody takes them.
    private static let mostChanges = 1_000
    private let changes = Locked<[Change]>([])
    private let cells = Locked<[DialName: DialCell]>([:])
    let certificates: CertificateShelf?
    let memories: MemoryShelf?
    let diary: AdjustmentDiary
    let log: Log
    let files = BlockingPool(threads: 1, name: "torii-certify")

    /// - Parameter folder: The data folder, where memories and certificates rest; nil keeps them in memory alone.
    package init(folder: String?, log: Log) {
        certificates = folder.map { CertificateShelf(folder: $0) }
        memories = folder.map { MemoryShelf(folder: $0, log: log) }
        diary = AdjustmentDiary(folder: folder, log: log)
        self.log = log
    }

    /// Judges one upload, draws its audit and counts it; nil where the profile has no dial, and for what a revision judges
    /// that is rolled out: a dial follows one document, the one in force.
    ///
    /// - Parameter isAsked: Whether a device asks with its scores.
    package func opinion(
        on evidence: Evidence,
        space: String,
        isAsked: Bool,
        of snapshot: PolicySnapshot,
        id: String,
        client: String,
        at now: Timestamp,
        randomness: @autoclosure () -> UInt64
    ) -> Opinion? {
        let profile = snapshot.profile
        guard profile.target.mode != .off, snapshot.rollout == nil else { return nil }
        let name = DialName(profile: profile.name, space: space, isAsked: isAsked)
        let scores = GateScores(evidence, settings: profile.gate)
        let cell = cell(name, of: snapshot)
        let hash = TraceRow.hash(id.utf8)
        let clientHash = client.isEmpty ? nil : TraceRow.hash(client.utf8)
        let time = Self.milliseconds(now, snapshot)
        let randomness = randomness()
        let isPaced = profile.budget.maxShareOfRevenue != nil
        let revenue = Self.earned(profile)
        cell.look(at: time, of: snapshot) { memories?.keep($0) }
        let (decision, cost, adjustments) = cell.briefly { dial in
            let cost = isPaced ? dial.meanCost : 0
            let upload = ControlUpload(
                time: time,
                scores: scores,
                hash: hash,
                client: clientHash,
                randomness: randomness,
                cost: cost,
                revenue: revenue
            )
            return (dial.controller.judge(upload), cost, dial.controller.takeAdjustments())
        }
        let mark = ControlMark(decision, cost: cost, scores: scores)
        let opinion = Opinion(name: name, scores: scores, decision: decision, mark: mark)
        keep(adjustments, name)
        if isAsked, opinion.decision.verdict == .reject, !opinion.decision.isAudit { countAhead(snapshot) }
        return opinion
    }

    /// What a dial let through came cheaper than a call usually does, or cost nothing: so much of it was not spent.
    func refund(_ cost: Int64, of opinion: Opinion) {
        guard cost > 0 else { return }
        cells.withLock { $0[opinion.name] }?.briefly { $0.controller.refund(cost) }
    }

    /// Learns what the cloud made of an upload that was sent.
    ///
    /// - Parameter isRight: Whether its answer was of use.
    package func learn(isRight: Bool, cost: Int64, from opinion: Opinion) {
        guard let cell = cells.withLock({ $0[opinion.name] }) else { return }
        let isAlarm = cell.briefly { dial in
            let wasAlarmed = dial.controller.isAlarmed
            dial.learn(cost: cost)
            dial.controller.learn(
                isRight: isRight,
                of: opinion.scores,
                audit: opinion.decision.isAudit ? opinion.decision : nil,
                isJudged: false
            )
            return dial.controller.isAlarmed && !wasAlarmed
        }
        // An alarm must not be forgotten.
        if isAlarm { keep(cell) }
    }

    /// Keeps what a dial remembers now.
    func keep(_ cell: DialCell) { memories?.keep(cell.whole { $0.memory(cell.name) }) }

    /// Thresholds as they are now, for whoever asks without being counted. What a revision judges that is rolled out has those
    /// of the one in force, inside its own limits: certified is what that one does.
    package func thresholds(of snapshot: PolicySnapshot, space: String, isAsked: Bool) -> Thresholds? {
        guard snapshot.profile.target.mode != .off else { return nil }
        let name = DialName(profile: snapshot.profile.name, space: space, isAsked: isAsked)
        guard snapshot.rollout == nil else {
            return cell(name)?.briefly { $0.controller.thresholdsInForce }.below(snapshot.profile.gate)
        }
        return cell(name, of: snapshot).briefly { $0.controller.thresholdsInForce }
    }

    /// Waits until everything worth keeping is on disk.
    package func flush() async {
        await memories?.flush()
        await diary.flush()
    }

    // MARK: For its other files

    func cell(_ name: DialName, of snapshot: PolicySnapshot) -> DialCell {
        if let cell = cells.withLock({ $0[name] }) { return cell }
        let made = DialCell(name, Dial(snapshot, name: name))
        return cells.withLock { cells in
            if let cell = cells[name] { return cell }
            cells[name] = made
            return made
        }
    }

    func put(_ cell: DialCell) { cells.withLock { $0[cell.name] = cell } }

    func cell(_ name: DialName) -> DialCell? { cells.withLock { $0[name] } }

    var all: [DialCell] { cells.withLock { $0.values.sorted { $0.name < $1.name } } }

    func keep(_ adjustments: [Adjustment], _ name: DialName) {
        guard !adjustments.isEmpty else { return }
        diary.add(adjustments.map { $0.json(name) })
        changes.withLock { changes in
            changes = (changes + adjustments.map { Change(name: name, adjustment: $0) }).suffix(Self.mostChanges)
        }
    }

    /// Takes what changed since the last time, oldest first.
    func takeChanges() -> [Change] {
        changes.withLock { changes in
            defer { changes = [] }
            return changes
        }
    }

    func countAhead(_ snapshot: PolicySnapshot) {
        let name = DialName(profile: snapshot.profile.name, space: snapshot.profile.scoreSpace, isAsked: false)
        cell(name, of: snapshot).briefly { $0.ahead.countReject() }
    }

    /// Milliseconds on the wall clock of the profile's zone: days are whole multiples of 86,400,000.
    static func milliseconds(_ now: Timestamp, _ snapshot: PolicySnapshot) -> Int64 {
        // The clock is past 1970: there is nothing below zero to round.
        now.microseconds / 1000 + Int64(snapshot.zone.offset(at: now)) * 1000
    }

    /// What one upload adds to the budget, in nano-USD: the share of its expected revenue that may be spent.
    static func earned(_ profile: Profile) -> Int64 {
        guard let share = profile.budget.maxShareOfRevenue else { return 0 }
        let impressions = Double(profile.revenue.impressionsPerUploadMicros) / 1e6
        return Int64((Double(profile.revenue.ecpm.nanoUSD) / 1000 * impressions * share).rounded())
    }
}

extension Thresholds {
    /// No higher than a document's ceilings. Its floors do not count here: they would reject more than the dial may.
    fileprivate func below(_ gate: GateSettings) -> Thresholds {
        Thresholds(
            sharpness: min(sharpness, gate.sharpness.ceiling),
            saliencyArea: min(saliencyArea, gate.saliencyArea.ceiling)
        )
    }
}

extension ControlMark {
    init(_ decision: ControlDecision, cost: Int64, scores: GateScores) {
        self.init(
            number: Int64(decision.number),
            strictness: decision.theta,
            state: decision.state.rawValue,
            propensity: decision.propensity,
            cost: cost,
            hasArea: scores.area != nil
        )
    }
}
