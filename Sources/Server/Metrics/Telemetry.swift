import Control
import Ledger
import Platform
import Policy
import Synchronization

/// What only this process knows: durations and counts since it started. Decisions and money are read from the ledger
/// instead, so that metrics, dashboard and reports cannot disagree.
package final class Telemetry: Sendable {
    /// Decode and measure, by profile.
    let gate = HistogramFamily<String>(bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.8, 1])
    /// All attempts of one upload, by the family of the model asked first: clients may name any model, families are few.
    let cloud = HistogramFamily<String>(bounds: [0.25, 0.5, 1, 2, 4, 8, 16])
    let requests = HistogramFamily<Exchange>(bounds: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2, 5, 10])
    let requestsInFlight = Atomic(0)
    let clients = ClientCounts()
    let recentGate = RecentDurations()
    let recentCloud = RecentDurations()

    /// Which route answered, and with which status.
    struct Exchange: Sendable, Hashable, Comparable {
        let route: String
        let status: Int

        static func < (left: Exchange, right: Exchange) -> Bool {
            (left.route, left.status) < (right.route, right.status)
        }
    }

    /// What a look for an answer of before found.
    enum Lookup: String, Sendable, CaseIterable {
        case hit, miss
        /// The ledger did not say in time, or failed.
        case failed
        /// The picture is too plain to be told from others.
        case plain
    }

    /// What was looked for: an answer to the very same bytes, or a near duplicate's.
    enum CacheKind: String, Sendable, CaseIterable {
        case exact, near

        /// What looks of this kind can find.
        var results: [Lookup] { self == .exact ? [.hit, .miss, .failed] : Lookup.allCases }
    }

    private struct LookupSeries: Sendable, Hashable {
        let profile: String
        let kind: CacheKind
        let result: Lookup
    }

    private let lookups = Locked<[LookupSeries: Int]>([:])
    /// The latest audited upload of each profile.
    private let audits = Locked<[String: Exemplar]>([:])
    /// By profile, since the start.
    private let sendRates = Locked<[String: SendRateMeter]>([:])

    /// What was bent or not understood in reports of devices, by profile and word.
    struct Note: Sendable, Hashable, Comparable {
        let profile: String
        let word: String

        static func < (left: Note, right: Note) -> Bool { (left.profile, left.word) < (right.profile, right.word) }
    }

    private let notes = Locked<[Note: Int]>([:])

    /// What users said about answers.
    struct Word: Sendable, Hashable {
        let profile: String
        let kind: Feedback.Kind
    }

    private let words = Locked<[Word: Int]>([:])

    package init() {}

    func heard(_ kind: Feedback.Kind, profile: String) {
        words.withLock { $0[Word(profile: profile, kind: kind), default: 0] += 1 }
    }

    func words(_ kind: Feedback.Kind, profile: String) -> Int {
        words.withLock { $0[Word(profile: profile, kind: kind)] ?? 0 }
    }

    /// Counts what one report of a device needed; the words are a closed set.
    func noted(_ words: [String], profile: String) {
        guard !words.isEmpty else { return }
        notes.withLock { notes in
            for word in words { notes[Note(profile: profile, word: word), default: 0] += 1 }
        }
    }

    var deviceNotes: [Note: Int] { notes.withLock { $0 } }

    /// Feeds one judged upload to its profile's send-rate meter.
    func judged(_ fate: Fate, profile: Profile) {
        sendRates.withLock { meters in
            meters[profile.name, default: SendRateMeter()].record(fate, target: profile.target.sendRate)
        }
    }

    func sendRate(of profile: String) -> SendRateMeter { sendRates.withLock { $0[profile] ?? SendRateMeter() } }

    func gateTook(_ duration: Duration, of draft: DecisionDraft) {
        gate[draft.upload.snapshot.profile.name].observe(duration, decision: (draft.id, draft.upload.receivedAt))
        recentGate.add(duration)
    }

    func cloudTook(_ duration: Duration, model: String, of draft: DecisionDraft) {
        let family = draft.upload.snapshot.set.capabilities(of: model)?.prefix ?? "other"
        cloud[family].observe(duration, decision: (draft.id, draft.upload.receivedAt))
        recentCloud.add(duration)
    }

    func lookedUp(_ kind: CacheKind, _ result: Lookup, profile: String) {
        let series = LookupSeries(profile: profile, kind: kind, result: result)
        lookups.withLock { $0[series, default: 0] += 1 }
    }

    func cacheLookups(of profile: String, _ kind: CacheKind, _ result: Lookup) -> Int {
        lookups.withLock { $0[LookupSeries(profile: profile, kind: kind, result: result)] ?? 0 }
    }

    func audited(_ draft: DecisionDraft) {
        let exemplar = Exemplar(decisionID: draft.id, value: 1, at: draft.upload.receivedAt)
        audits.withLock { $0[draft.upload.snapshot.profile.name] = exemplar }
    }

    func latestAudit(of profile: String) -> Exemplar? { audits.withLock { $0[profile] } }
}
