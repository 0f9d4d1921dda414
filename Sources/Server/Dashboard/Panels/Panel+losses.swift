import Control
import Economics

extension Panel {
    /// Whether the limit of lost right answers holds, and what that rests on.
    static let losses = Panel(
        kind: "losses",
        summary: "right answers lost to the gate: the certified bound against its limit, and what audits found",
        rank: 8
    ) { context, settings in
        var table = context.table()
        let limits = Set(context.columns.map(\.falseRejectMax))
        let limit = limits.count == 1 ? limits.first.map { "  limit \(FigureText.share($0, decimals: 4))" } : nil
        table.heading(settings.title ?? "Right answers lost", note: "of judged uploads")
        if limit == nil {
            table.row("  limit", context.columns.map { .init(FigureText.share($0.falseRejectMax, decimals: 4)) })
        }
        let losses = context.columns.map { Losses(of: $0, dials: context.snapshot.dials) }
        let nothing = context.style.signs.nothing
        table.row(
            "  at most",
            losses.map { .init($0.bound.map { FigureText.share($0, decimals: 4) } ?? nothing) },
            note: "certified"
        )
        table.row(
            limit ?? "  inside the limit",
            losses.map { .init($0.standing.word, $0.standing.tone) },
            note: losses.contains { $0.standing != .inside } ? "why: dashboard controller" : ""
        )
        table.row(
            "  audits wrong",
            losses.map { .init($0.audited ?? nothing) },
            note: losses.contains { $0.waiting > 0 } ? "no proof; +n nobody judged" : "a check, no proof"
        )
        return table.lines
    }
}

/// What is known of a profile's false rejects: of its worst dial, where it has several.
struct Losses: Sendable {
    enum Standing: String, Sendable {
        case inside, broken
        /// The certificate is, since audits or users contradict it.
        case withdrawn
        /// No certificate says so, whatever audits found.
        case unproven

        /// Whether the limit holds.
        var word: String {
            switch self {
            case .inside: "yes"
            case .broken: "NO"
            case .withdrawn, .unproven: rawValue
            }
        }

        var tone: Tone {
            switch self {
            case .inside: .good
            case .broken: .broken
            case .withdrawn, .unproven: .near
            }
        }
    }

    let standing: Standing
    /// Upper bound of the certificate, as a share of judged uploads; nil without one.
    let bound: Double?
    /// Audits that were right answers, and all of them; nil without a dial.
    let wrong: Int?
    let audits: Int?
    /// Of them, those that nobody has judged yet.
    let waiting: Int

    /// `0 of 760`, `0+3 of 760` while three wait for a judgement.
    fileprivate var audited: String? {
        guard let wrong, let audits else { return nil }
        let more = waiting > 0 ? "+\(FigureText.count(waiting))" : ""
        return "\(FigureText.count(wrong))\(more) of \(FigureText.count(audits))"
    }

    init(of column: DashboardSnapshot.Column, dials: [StrictnessDesk.Standing]) {
        let own = dials.filter { $0.name.profile == column.profile }
        wrong = own.isEmpty ? nil : own.reduce(0) { $0 + $1.falseAudits }
        audits = own.isEmpty ? nil : own.reduce(0) { $0 + $1.audits }
        waiting = own.reduce(0) { $0 + $1.waitingAudits }
        // Where everything is sent nothing is lost.
        guard column.phase != "measure" else {
            standing = .inside
            bound = 0
            return
        }
        let bounds = own.compactMap { $0.certificate?.bound }
        bound = bounds.max()
        if own.contains(where: { $0.state == .alarm }) || bounds.contains(where: { $0 > column.falseRejectMax }) {
            standing = .broken
        } else if own.isEmpty || bounds.count < own.count {
            standing = .unproven
        } else {
            standing = own.contains(where: \.isClaimWithdrawn) ? .withdrawn : .inside
        }
    }
}
