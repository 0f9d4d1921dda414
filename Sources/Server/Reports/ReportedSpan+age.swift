package import Economics

extension EconomicsReport.ReportedSpan {
    /// Networks restate a month until its end: a word two days old may be another one by now.
    static let freshSeconds: Int64 = 2 * 86_400

    package func isStale(at now: Timestamp) -> Bool { now.seconds - asOf.seconds > Self.freshSeconds }
}
