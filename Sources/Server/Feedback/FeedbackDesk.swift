import Control
import Economics
import Ledger
import Platform
import Policy

/// Takes users' words about answers: kept once, told to the dial that judged the upload, and weighed for an alarm.
struct FeedbackDesk: Sendable {
    /// What a word came to.
    enum Outcome: String, Sendable { case recorded, unchanged, replaced }

    let store: any LedgerStore
    let strictness: StrictnessDesk
    let clock: WallClock
    let log: Log

    /// Reports of so many days are weighed together.
    private static let span: Int64 = 7

    /// - Parameter snapshot: The profile as it is now; nil when it is gone.
    func take(
        _ word: Feedback,
        about decision: DecisionRecord,
        snapshot: PolicySnapshot?
    ) async throws(LedgerError) -> Outcome {
        // Before the word is kept: said again after a failed read it would change nothing.
        let rejectedAt = try await store.strictness(of: decision)
        let earlier = try await store.put(word)
        if let user = earlier.user, user.says(word) { return .unchanged }
        if let snapshot {
            let later = SecondWords(user: word, reviewer: earlier.reviewer)
            strictness.judgeAgain(decision, rejectedAt: rejectedAt, from: earlier, to: later, snapshot)
            if word.kind == .wrongReject { try await weigh(decision, snapshot) }
        }
        return earlier.user == nil ? .recorded : .replaced
    }

    /// Whether users have told of more wrong rejects than the profile allows at all.
    private func weigh(_ decision: DecisionRecord, _ snapshot: PolicySnapshot) async throws(LedgerError) {
        let now = clock.now()
        let week = try await store.snapshot(
            SnapshotQuery(from: now.advanced(bySeconds: -Self.span * 86_400), to: now.advanced(bySeconds: 86_400))
        )
        // The same picture over and over is one report, whoever sends it.
        let reported = try await store.wrongRejects(
            profile: decision.profile,
            route: decision.route,
            scoreSpace: decision.scoreSpace,
            since: now.advanced(bySeconds: -Self.span * 86_400)
        )
        let judged = week.rollups.decisions.lazy.filter {
            $0.profile == decision.profile && $0.route == decision.route && $0.judged
        }.reduce(0) { $0 + $1.count }
        let bound = snapshot.profile.falseRejects.max
        guard ReportedRejects.breaks(bound: bound, reported: reported, judged: judged) else { return }
        let isNew = strictness.raiseAlarm(over: decision, snapshot)
        log.error(
            isNew ? "users report wrong rejects: the gate is conservative now" : "users report wrong rejects",
            [
                ("profile", .text(decision.profile)), ("scoreSpace", .text(decision.scoreSpace)),
                ("reported", .integer(Int64(reported))), ("judged", .integer(Int64(judged))),
                ("allowed", .double(bound)), ("days", .integer(Self.span)),
            ]
        )
    }
}
