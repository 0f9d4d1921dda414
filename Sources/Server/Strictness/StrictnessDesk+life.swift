import Control
package import Ledger
import Platform
package import Policy

extension StrictnessDesk {
    /// Rows of a profile read at the start: more than were ever judged between two memories.
    private static let rows = 4000
    /// Numbers missing in a row beyond which nothing is said about what they owed.
    private static let mostLost = 100

    /// Takes up where a profile's dials left off: their memories, then the ledger's rows since, decided again. Without a
    /// memory that is whole a dial is conservative; its certificate, where that is whole, leads back step by step.
    package func restore(_ snapshot: PolicySnapshot, from store: any LedgerStore) async throws(LedgerError) {
        let profile = snapshot.profile
        guard profile.target.mode != .off else { return }
        let rows = try await store.recentDecisions(limit: Self.rows, profile: profile.name)
            .filter { $0.control != nil }
        let spaces = profile.scoreSpaces.keys.sorted() + [profile.scoreSpace]
        let names = [DialName.Source.devices, .reported].flatMap { source in
            spaces.map { DialName(profile: profile.name, space: $0, source: source) }
        }
        for name in [DialName(profile: profile.name, space: profile.scoreSpace, source: .pictures)] + names {
            await restore(name, rows.filter { $0.dial == name }, snapshot)
        }
    }

    private func restore(_ name: DialName, _ rows: [DecisionRecord], _ snapshot: PolicySnapshot) async {
        let settings = ControlSettings(snapshot.profile, space: name.space)
        let (memories, certificates) = (memories, certificates)
        let (memory, certificate) = await files.run {
            (memories?.memory(name, settings: settings), certificates?.certificate(name))
        }
        // A space that no device has asked in.
        if memory == nil, certificate == nil, rows.isEmpty, name.source != .pictures { return }
        var dial = Dial(snapshot, name: name, memory: memory)
        if memory == nil {
            dial.controller.resume(after: rows.reversed().compactMap(GateScores.init), certificate: certificate)
            if let last = rows.compactMap(\.control?.number).max() { dial.controller.jump(to: Int(last) + 1) }
        } else {
            replay(rows, into: &dial, snapshot)
        }
        put(DialCell(name, dial))
    }

    /// Decides the rows since the memory again; numbers that are missing were in flight and count as sent.
    private func replay(_ rows: [DecisionRecord], into dial: inout Dial, _ snapshot: PolicySnapshot) {
        var differing = 0
        let since = Int64(dial.controller.judged)
        let ordered = rows.compactMap { row in row.control.map { (row: row, mark: $0) } }
            .filter { $0.mark.number >= since }.sorted { $0.mark.number < $1.mark.number }
        for (row, mark) in ordered {
            let lost = Int(mark.number) - dial.controller.judged
            guard lost >= 0, let scores = GateScores(row) else { continue }
            if lost > Self.mostLost {
                dial.controller.jump(to: Int(mark.number))
            } else {
                for _ in 0..<lost { dial.controller.skip() }
            }
            let upload = ControlUpload(
                time: Self.milliseconds(row.at, snapshot),
                scores: scores,
                hash: TraceRow.hash(row.id.utf8),
                client: row.client.isEmpty ? nil : TraceRow.hash(row.client.utf8),
                // Drawn as it was drawn then.
                randomness: row.reasons.last == .audit ? 0 : .max,
                cost: mark.cost,
                revenue: Self.earned(snapshot.profile)
            )
            if row.reasons.contains(.deviceJudged), let verdict = row.verdict {
                _ = dial.controller.observe(
                    upload,
                    verdict: verdict,
                    isAudit: row.reasons.last == .audit,
                    propensity: mark.propensity
                )
                continue
            }
            let verdict = row.verdict ?? .send
            let decision = dial.controller.replay(upload, verdict: verdict, isAudit: row.reasons.last == .audit)
            let unspent = row.unspent(of: mark)
            if unspent > 0 { dial.controller.refund(unspent) }
            if decision.thresholds != row.thresholds || decision.verdict != row.verdict { differing += 1 }
        }
        // What came back from the past is in the history already.
        _ = dial.controller.takeAdjustments()
        guard !ordered.isEmpty else { return }
        log.info(
            "dial resumed",
            [
                ("profile", .text(snapshot.profile.name)), ("replayed", .integer(Int64(ordered.count))),
                ("differing", .integer(Int64(differing))),
            ]
        )
    }
}

extension ControlMark {
    /// Of what a call usually costs, where it waits to be sent with others.
    var savedByWaiting: Int64 { cost - cost / 2 }
}

extension DecisionRecord {
    /// What a day that could not pay for it did not spend on it after all.
    fileprivate func unspent(of mark: ControlMark) -> Int64 {
        guard reasons.contains(.paceBlocked) else { return 0 }
        switch outcome {
        case .local where reasons.first == .paceBlocked: return mark.cost
        case .deferred: return mark.savedByWaiting
        case .sent: return max(0, mark.cost - cost.nanoUSD)
        default: return 0
        }
    }
}

extension GateScores {
    /// As a row's controller saw them; nil for a row without one.
    init?(_ row: DecisionRecord) {
        guard let mark = row.control else { return nil }
        var area: Double?
        if mark.hasArea {
            for (kind, value) in [
                (Evidence.Area.attention, row.evidence.attentionArea),
                (.objectness, row.evidence.objectnessArea),
            ] {
                guard !row.evidence.absentAreas.contains(kind), let value else { continue }
                area = max(area ?? value, value)
            }
        }
        self.init(
            sharpness: row.evidence.sharpness.flatMap { $0.isFinite ? $0 : nil },
            area: area,
            isOwn: row.reasons.contains(.ownWatermark)
        )
    }
}
