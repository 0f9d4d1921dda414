package import Economics
package import Ledger
package import Policy

/// Pictures that a device scored and that came here all the same: how far the two scorers agree, and where a device's
/// threshold would have to stand to reject the same share. By profile and scorer; scores are compared by rank, since spaces
/// share no scale.
package struct ParityReport: Sendable {
    /// Verdicts of pictures that both sides judged.
    package struct Agreement: Sendable, Hashable {
        package var bothSend = 0
        package var bothReject = 0
        package var deviceAlone = 0
        package var serverAlone = 0

        package var judged: Int { bothSend + bothReject + deviceAlone + serverAlone }
        /// Nil without a picture that both judged.
        package var share: Double? { judged > 0 ? Double(bothSend + bothReject) / Double(judged) : nil }

        mutating func count(device: Verdict, server: Verdict) {
            switch (device, server) {
            case (.send, .send): bothSend += 1
            case (.reject, .reject): bothReject += 1
            case (.reject, .send): deviceAlone += 1
            case (.send, .reject): serverAlone += 1
            }
        }
    }

    /// One score as both sides have it.
    package struct ScorePair: Sendable, Hashable {
        package let name: String
        package let count: Int
        /// -1...1; nil with nothing to compare.
        package let correlation: Double?
        /// In force for the device's scorer; nil where the profile has none.
        package let threshold: Double?
        /// Of these pictures, the share that each side's threshold rejects.
        package let deviceShare: Double?
        package let serverShare: Double?
        /// The device's threshold that would reject the server's share of these pictures; nil with too few of them.
        package let matching: Double?
    }

    /// One version of an app.
    package struct Version: Sendable, Hashable {
        package let name: String
        package let pictures: Int
        package let agreement: Agreement
    }

    /// What was bent or not understood in reports, in the words of the contract.
    package struct Note: Sendable, Hashable {
        package let word: String
        package let count: Int
    }

    /// One scorer under one profile.
    package struct Space: Sendable, Hashable {
        package let profile: String
        package let name: String
        /// Scored on a device, without simulators.
        package let pictures: Int
        /// Of simulators: in no other figure.
        package let simulated: Int
        /// Measured here too.
        package let measured: Int
        package let agreement: Agreement
        /// Rejected by the device's scores, and asked about all the same.
        package let rejectsAsked: Int
        /// Of those, the ones whose answer names what they show: false rejects of the device.
        package let rejectsUseful: Int
        /// The app says it decided otherwise than its scores are judged here: its policy is old, or its code differs.
        package let claimsApart: Int
        package let scores: [ScorePair]
        /// The most used first.
        package let versions: [Version]
        /// By frequency, then word.
        package let notes: [Note]
    }

    package let query: EconomicsReport.Query
    package let madeAt: Timestamp
    /// By profile, then scorer.
    package let spaces: [Space]
    /// There were more pictures: these are the newest.
    package let isCut: Bool

    /// Pictures read for one report.
    package static let mostPictures = 100_000
    /// Pairs below which no threshold is derived from them.
    package static let leastPairs = 100

    /// Reads and compares. Days are those of each profile's zone.
    package static func made(
        _ query: EconomicsReport.Query,
        store: any LedgerStore,
        snapshots: [PolicySnapshot],
        now: Timestamp
    ) async throws(LedgerError) -> ParityReport {
        var spaces: [Space] = []
        var isCut = false
        for snapshot in snapshots where query.profile == nil || query.profile == snapshot.profile.name {
            let found = try await store.scoredTwice(
                ScoredTwiceQuery(
                    hours: SnapshotQuery.Hours(
                        from: snapshot.zone.start(of: query.from),
                        to: snapshot.zone.start(of: query.end)
                    ),
                    profile: snapshot.profile.name,
                    limit: mostPictures
                )
            )
            isCut = isCut || found.count == mostPictures
            spaces += Dictionary(grouping: found, by: \.device.space).map { space, pictures in
                Space(pictures, space: space, profile: snapshot.profile)
            }
        }
        return ParityReport(
            query: query,
            madeAt: now,
            spaces: spaces.sorted { ($0.profile, $0.name) < ($1.profile, $1.name) },
            isCut: isCut
        )
    }
}
