import Control
import Documents
import Economics
import Gemini
import Ledger
import Policy

extension EventRecord {
    /// A policy that came into force.
    ///
    /// - Parameter earlier: The revision whose documents hold again; nil: they are new.
    init(_ revision: RevisionRecord, backTo earlier: Int?) {
        let reason = revision.reason.isEmpty ? "" : ": \(revision.reason.visible)"
        let stage = revision.stage.map { stage in
            "rolled out to \(FigureText.share(stage.share, decimals: 1)) of uploads beside r\(stage.base)"
        }
        let what = stage ?? earlier.map { "is back to r\($0)" } ?? "applied"
        self.init(
            id: "policy/r\(revision.number)",
            at: revision.at,
            kind: earlier == nil ? .policyApplied : .policyRolledBack,
            profile: nil,
            text: "policy r\(revision.number) \(what) by \(revision.by.visible)\(reason)",
            facts: JSON.object([
                .init("revision", .integer(Int64(revision.number))),
                .init("share", .double(revision.stage?.share ?? 1)),
                .init("backTo", earlier.map { .integer(Int64($0)) } ?? .null), .init("by", .string(revision.by)),
                .init("from", .string(revision.from)),
            ]).encoded()
        )
    }

    /// The switch that stops all spending.
    init(_ freeze: FreezeRecord) {
        self.init(
            id: "\(freeze.isFrozen ? "freeze" : "thaw")/\(freeze.at.microseconds)",
            at: freeze.at,
            kind: freeze.isFrozen ? .spendingFrozen : .spendingThawed,
            profile: nil,
            text: "spending \(freeze.isFrozen ? "frozen" : "thawed") by \(freeze.by.visible): \(freeze.reason.visible)",
            facts: JSON.object([.init("by", .string(freeze.by)), .init("from", .string(freeze.from))]).encoded()
        )
    }

    static func upstreamStopped(_ open: Circuits.Open, at now: Timestamp) -> EventRecord {
        upstream(open, .upstreamStopped, "stopped, \(open.cause.text)", at: now)
    }

    static func upstreamResumed(_ open: Circuits.Open, at now: Timestamp) -> EventRecord {
        upstream(open, .upstreamResumed, "resumed", at: now)
    }

    private static func upstream(
        _ open: Circuits.Open,
        _ kind: EventKind,
        _ what: String,
        at now: Timestamp
    ) -> EventRecord {
        let scope = open.model.map { "calls to \($0.visible)" } ?? "all calls"
        return EventRecord(
            id: "\(kind.rawValue)/\(open.model ?? "account")/\(open.cause.rawValue)/\(now.microseconds)",
            at: now,
            kind: kind,
            profile: nil,
            text: "\(scope) \(what)",
            facts: JSON.object([
                .init("model", open.model.map { .string($0) } ?? .null), .init("cause", .string(open.cause.rawValue)),
            ]).encoded()
        )
    }

    /// What a send-rate dial changed.
    init(_ change: StrictnessDesk.Change, at now: Timestamp) {
        let (name, adjustment) = (change.name, change.adjustment)
        let dial = "\(name.profile)/\(name.source)/\(name.space)"
        self.init(
            id: "dial/\(dial)/\(adjustment.time)/\(adjustment.reason.rawValue)/\(adjustment.after.judged)",
            at: now,
            kind: adjustment.eventKind,
            profile: name.profile,
            text: adjustment.sentence,
            facts: adjustment.json(name).encoded()
        )
    }

    static func marksUnreadable(_ cause: String, at now: Timestamp) -> EventRecord {
        EventRecord(
            id: "marks/\(now.microseconds)",
            at: now,
            kind: .marksUnreadable,
            profile: nil,
            text: "the registry of own pictures cannot be read, uploads are not compared with it: \(cause.visible)"
        )
    }

    static func tlsPairRefused(_ cause: String, at now: Timestamp) -> EventRecord {
        EventRecord(
            id: "tls/refused/\(now.microseconds)",
            at: now,
            kind: .tlsPairRefused,
            profile: nil,
            text: "the new TLS certificate and key are not taken, the old ones stay in force: \(cause.visible)"
        )
    }

    static func tlsCertificateEnding(_ end: Timestamp, at now: Timestamp) -> EventRecord {
        let hasEnded = end <= now
        return EventRecord(
            id: "tls/\(hasEnded ? "ended" : "ending")/\(end.microseconds)",
            at: now,
            kind: .tlsCertificateEnding,
            severity: hasEnded ? .critical : .warning,
            profile: nil,
            text: "the server's TLS certificate \(hasEnded ? "ended" : "ends") at \(end.iso8601)",
            facts: JSON.object([.init("end", .string(end.iso8601))]).encoded()
        )
    }

    static func keyExpiring(_ key: KeyRecord, at now: Timestamp) -> EventRecord {
        let end = key.expiresAt ?? now
        return EventRecord(
            id: "key/\(key.id)/\(end.microseconds)",
            at: now,
            kind: .keyExpiring,
            profile: key.profile,
            text: "the key `\(key.name.visible)` (\(key.id)) ends at \(end.iso8601) and none follows it",
            facts: JSON.object([.init("key", .string(key.id)), .init("expiresAt", .string(end.iso8601))]).encoded()
        )
    }
}

extension Adjustment {
    fileprivate var eventKind: EventKind {
        switch reason {
        case .traffic, .pace, .raise, .revenue, .approval: .thresholdsAdjusted
        case .state: before.state == .alarm ? .alarmCleared : .thresholdsAdjusted
        case .certificate: .certificateAdopted
        case .scorer: .certificateVoid
        case .falseRejects: .falseRejectAlarm
        case .claim: after.isClaimWithdrawn ? .claimWithdrawn : .claimRestored
        }
    }
}

extension RevisionRecord {
    /// The latest of earlier revisions in which everything that this one changed stood as it stands now; nil: none.
    ///
    /// - Parameter earlier: With their documents; the one before this must be among them.
    func origin(among earlier: [RevisionRecord]) -> Int? {
        func texts(_ revision: RevisionRecord) -> [String: PolicyDocument] {
            Dictionary(revision.documents.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        }
        guard let before = earlier.first(where: { $0.number == number - 1 }) else { return nil }
        let (old, new) = (texts(before), texts(self))
        let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
        guard !changed.isEmpty else { return nil }
        return earlier.filter { $0.number < number - 1 }.sorted { $0.number > $1.number }.first { revision in
            let texts = texts(revision)
            return changed.allSatisfy { texts[$0] == new[$0] }
        }?.number
    }
}
