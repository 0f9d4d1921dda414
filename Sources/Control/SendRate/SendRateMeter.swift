package import Policy

/// How a profile's send rate compares with its target. Counts only; it moves nothing.
///
/// A struct state machine: the caller feeds every judged upload in any order and reads the figures.
package struct SendRateMeter: Sendable, Hashable {
    /// Uploads that were judged. Replays, cache hits and undecodable bodies are not.
    package private(set) var judged: Int
    /// Judged uploads that were sent, audits and phase `measure` included.
    package private(set) var sent: Int
    /// Sum of the targets in force, in billionths of an image: integers, so that no order of events and no number of
    /// them changes the result.
    private var owedBillionths: Int

    package init() {
        judged = 0
        sent = 0
        owedBillionths = 0
    }

    /// Counts one judged upload.
    ///
    /// - Parameter target: The send rate aimed at when it was judged, 0...1; kept to nine decimals.
    package mutating func record(isSent: Bool, target: Double) {
        precondition((0...1).contains(target), "a target is a share")
        judged += 1
        if isSent { sent += 1 }
        owedBillionths += Int((target * 1e9).rounded())
    }

    /// Counts one judged upload by its fate.
    package mutating func record(_ fate: Fate, target: Double) {
        record(isSent: fate.isSent, target: target)
    }

    /// Adds what another meter counted, such as another hour's.
    package mutating func add(_ other: SendRateMeter) {
        judged += other.judged
        sent += other.sent
        owedBillionths += other.owedBillionths
    }

    /// Sends including audits by judged uploads, 0...1. Nil before the first one.
    package var rate: Double? { judged == 0 ? nil : Double(sent) / Double(judged) }

    /// The mean of the targets in force, weighted by uploads, 0...1. Nil before the first one.
    package var target: Double? { judged == 0 ? nil : Double(owedBillionths) / 1e9 / Double(judged) }

    /// Images that could still be sent without passing the target: the sum of target - sent. Negative when too many
    /// were sent.
    package var credit: Double { Double(owedBillionths - sent * 1_000_000_000) / 1e9 }
}
