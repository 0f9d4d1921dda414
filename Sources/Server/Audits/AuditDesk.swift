import Documents
import Economics
package import Ledger
package import Platform
import Policy

/// Takes operators' second judgements of audits: kept as editions, told to the dial that judged the upload. The same for a
/// running server and for a command that holds the data folder's lock.
package struct AuditDesk: Sendable {
    /// What an operator says.
    package struct Word: Sendable {
        package let decisionID: String
        package let finding: AuditJudgement.Finding
        /// The edition the operator has seen; nil: whichever is the latest.
        package let edition: Int?
        package let by: String
        package let from: String
        package let reason: String

        package init(
            decisionID: String,
            finding: AuditJudgement.Finding,
            edition: Int?,
            by: String,
            from: String,
            reason: String
        ) {
            self.decisionID = decisionID
            self.finding = finding
            self.edition = edition
            self.by = by
            self.from = from
            self.reason = reason
        }
    }

    /// Audits older than this are no longer asked about: no alarm rests on them.
    private static let span: Int64 = 30

    let store: any LedgerStore
    let policies: PolicyHolder
    /// Nil: only for reading.
    let strictness: StrictnessDesk?
    let thumbnails: ThumbnailShelf?
    let clock: WallClock
    let log: Log

    package init(
        store: any LedgerStore,
        policies: PolicyHolder,
        strictness: StrictnessDesk?,
        thumbnails: ThumbnailShelf?,
        clock: WallClock,
        log: Log
    ) {
        self.store = store
        self.policies = policies
        self.strictness = strictness
        self.thumbnails = thumbnails
        self.clock = clock
        self.log = log
    }

    private var since: Timestamp { clock.now().advanced(bySeconds: -Self.span * 86_400) }

    /// How many wait, by profile.
    package func waiting() async throws(LedgerError) -> [String: Int] { try await store.waitingAudits(since: since) }

    /// The newest of the last 30 days, with every edition.
    package func list(
        profile: String?,
        isWaiting: Bool,
        limit: Int
    ) async throws(LedgerError) -> [ReviewedAudit] {
        let query = AuditQuery(profile: profile, from: since, isWaiting: isWaiting, limit: limit)
        var found: [ReviewedAudit] = []
        for audit in try await store.audits(query) {
            found.append(
                ReviewedAudit(
                    decision: audit.decision,
                    words: audit.words,
                    judgements: try await store.auditJudgements(decisionID: audit.decision.id),
                    snapshot: policies.snapshot(of: audit.decision.profile),
                    thumbnail: await thumbnails?.path(of: audit.decision.id)
                )
            )
        }
        return found
    }

    /// Keeps one word. Throws `invalid_field`, `not_found`, `not_an_audit`, `conflict` (somebody else was first, or there is
    /// nothing to take back) and `ledger_unavailable`.
    package func judge(_ word: Word) async throws(Problem) -> AuditJudgement {
        if let fault = WrittenReason.fault(of: word.reason) { throw Problem(.invalidField, "`reason` \(fault)") }
        do {
            guard let decision = try await store.decision(id: word.decisionID) else {
                throw Problem(.notFound, "there is no decision `\(word.decisionID.printable)`")
            }
            guard decision.isAnsweredAudit else {
                throw Problem(
                    .notAnAudit,
                    "`\(decision.id)` was no reject that was sent all the same and answered with something of use"
                )
            }
            let editions = try await store.auditJudgements(decisionID: decision.id)
            let standing = editions.last.flatMap { $0.finding == .withdrawn ? nil : $0 }
            if let seen = word.edition, seen != editions.last?.edition ?? 0 { throw Self.conflict }
            if word.finding == .withdrawn, standing == nil {
                throw Problem(.conflict, "nobody has judged `\(decision.id)`: there is nothing to take back")
            }
            if let standing, standing.finding == word.finding { return standing }
            let judgement = AuditJudgement(
                decisionID: decision.id,
                edition: (editions.last?.edition ?? 0) + 1,
                finding: word.finding,
                by: word.by,
                from: word.from,
                reason: word.reason,
                at: clock.now()
            )
            // Before the word is kept: whoever says it again after a failed read would not be heard.
            let rejectedAt = try await store.strictness(of: decision)
            let earlier = try await store.append(judgement)
            if let snapshot = policies.snapshot(of: decision.profile) {
                let later = SecondWords(user: earlier.user, reviewer: judgement)
                strictness?.judgeAgain(decision, rejectedAt: rejectedAt, from: earlier, to: later, snapshot)
            }
            log.info(
                "audit judged",
                [
                    ("decision", .text(decision.id)), ("finding", .text(judgement.finding.rawValue)),
                    ("edition", .integer(Int64(judgement.edition))), ("by", .text(judgement.by)),
                ]
            )
            return judgement
        } catch let problem as Problem {
            throw problem
        } catch let error as LedgerError where error.code == .stale {
            throw Self.conflict
        } catch {
            log.error("audit not judged", [("cause", .text("\(error)"))])
            throw .ledgerUnavailable
        }
    }

    private static let conflict = Problem(.conflict, "somebody else has judged it meanwhile; look again")
}
