package import Economics

extension EconomicsReport.ReportedSpan {
    /// Networks restate a month until its end: a word two days old may be another one by now.
    static let freshSeconds: Int64 = 2 * 86_400

    package func isStale(at now: Timestamp) -> Bool { now.seconds - asOf.seconds > Self.freshSeconds }
}

extension EconomicsReport.ECPM {
    /// Prices of impressions move with the season: a number of the last quarter is a guess.
    static let freshSeconds: Int64 = 45 * 86_400

    package func isStale(at now: Timestamp) -> Bool { now.seconds - since.seconds > Self.freshSeconds }

    package func days(at now: Timestamp) -> Int64 { max(0, now.seconds - since.seconds) / 86_400 }
}
