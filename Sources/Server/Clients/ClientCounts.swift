import Ledger
import Platform
import Policy

/// How clients fare since this process started: by profile, API key, app and kind of device.
final class ClientCounts: Sendable {
    struct Name: Sendable, Hashable, Comparable {
        let profile: String
        /// Id of the key's line; empty where there are too many to tell apart.
        let client: String
        let label: ClientLabel

        static func < (left: Name, right: Name) -> Bool {
            (left.profile, left.client, left.label) < (right.profile, right.client, right.label)
        }
    }

    struct Figures: Sendable, Hashable {
        /// Pictures that came, and rejects of devices whose picture never comes.
        var uploads = 0
        var judged = 0
        var sent = 0
        /// The gate, the ledger or the model did not answer before a deadline.
        var late = 0
        /// Reports in which a value was not in the contract's own form.
        var normalised = 0
        /// Devices that judge by an old policy.
        var stale = 0
        /// Apps that are told to update, and those that are refused.
        var old = 0

        /// 0...1; nil where nothing was judged.
        var sendRate: Double? { judged > 0 ? Double(sent) / Double(judged) : nil }
    }

    /// Told apart; whoever comes after shares a row of its profile.
    private static let most = 1_000
    private static let lateReasons: Set<Reason> = [.gateDeadline, .gateTimedOut, .upstreamDeadline]

    private let counts = Locked<[Name: Figures]>([:])

    /// A decision that was made.
    func add(_ record: DecisionRecord, label: ClientLabel) {
        guard let outcome = record.outcome else { return }
        change(profile: record.profile, client: record.client, label) { figures in
            figures.uploads += 1
            if record.judged { figures.judged += 1 }
            if outcome == .sent || outcome == .deferred { figures.sent += record.judged ? 1 : 0 }
            if record.reasons.contains(where: Self.lateReasons.contains) { figures.late += 1 }
        }
    }

    /// What a device said of itself.
    func add(isNormalised: Bool, isStale: Bool, profile: String, client: String, label: ClientLabel) {
        guard isNormalised || isStale else { return }
        change(profile: profile, client: client, label) { figures in
            if isNormalised { figures.normalised += 1 }
            if isStale { figures.stale += 1 }
        }
    }

    func addOld(profile: String, client: String, label: ClientLabel) {
        change(profile: profile, client: client, label) { $0.old += 1 }
    }

    var all: [Name: Figures] { counts.withLock { $0 } }

    private func change(
        profile: String,
        client: String,
        _ label: ClientLabel,
        _ body: (inout Figures) -> Void
    ) {
        let name = Name(profile: profile, client: client, label: label)
        counts.withLock { counts in
            let isKnown = counts[name] != nil || counts.count < Self.most
            let kept = isKnown ? name : Name(profile: profile, client: "", label: ClientLabel())
            body(&counts[kept, default: Figures()])
        }
    }
}
