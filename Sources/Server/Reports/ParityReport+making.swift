import Gate
import Ledger
import Policy

extension ParityReport.Space {
    /// - Parameter pictures: All of one scorer and profile.
    init(_ pictures: [ScoredTwice], space: String, profile: Profile) {
        let real = pictures.filter { !$0.device.isSimulated }
        let measured = real.filter { $0.evidence.sharpness != nil }
        self.profile = profile.name
        name = space
        self.pictures = real.count
        simulated = pictures.count - real.count
        self.measured = measured.count
        agreement = ParityReport.Agreement(measured)
        let asked = real.filter { $0.device.verdict == .reject && $0.category != nil }
        rejectsAsked = asked.count
        rejectsUseful = asked.count { $0.category?.isUsefulCategory == true }
        claimsApart = real.count { picture in
            guard let claim = picture.device.claim, let verdict = picture.device.verdict else { return false }
            return claim != verdict
        }
        let device = profile.scoreSpace(named: space)?.thresholds
        let server = profile.scoreSpace(named: Measurement.scoreSpace)?.thresholds
        scores = [
            ParityReport.ScorePair(
                "sharpness",
                measured.map { ($0.device.sharpness, $0.evidence.sharpness) },
                device: device?.sharpness,
                server: server?.sharpness
            ),
            // The rule asks both areas to be small: the larger one decides.
            ParityReport.ScorePair(
                "saliency area",
                measured.map { picture in
                    (
                        [picture.device.attentionArea, picture.device.objectnessArea].compactMap { $0 }.max(),
                        [picture.evidence.attentionArea, picture.evidence.objectnessArea].compactMap { $0 }.max()
                    )
                },
                device: device?.saliencyArea,
                server: server?.saliencyArea
            ),
        ]
        versions = Dictionary(grouping: real, by: \.device.clientVersion)
            .map { version, pictures in
                ParityReport.Version(
                    name: version,
                    pictures: pictures.count,
                    agreement: ParityReport.Agreement(pictures.filter { $0.evidence.sharpness != nil })
                )
            }
            .sorted { ($1.pictures, $0.name) < ($0.pictures, $1.name) }
        var counts: [String: Int] = [:]
        for word in real.flatMap(\.device.notes) { counts[word, default: 0] += 1 }
        notes = counts.map { ParityReport.Note(word: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.word) < ($0.count, $1.word) }
    }
}

extension ParityReport.Agreement {
    fileprivate init(_ pictures: [ScoredTwice]) {
        for picture in pictures {
            guard let device = picture.device.verdict, let server = picture.verdict else { continue }
            count(device: device, server: server)
        }
    }
}

extension ParityReport.ScorePair {
    fileprivate init(_ name: String, _ found: [(Double?, Double?)], device: Double?, server: Double?) {
        let pairs = found.compactMap { one, other in
            one.flatMap { one in other.map { (device: one, server: $0) } }
        }
        func share(_ values: [Double], below threshold: Double?) -> Double? {
            guard let threshold, !values.isEmpty else { return nil }
            return Double(values.count { $0 < threshold }) / Double(values.count)
        }
        let ours = pairs.map(\.server)
        let theirs = pairs.map(\.device)
        self.name = name
        count = pairs.count
        correlation = RankCorrelation.of(theirs, ours)
        threshold = device
        deviceShare = share(theirs, below: device)
        serverShare = share(ours, below: server)
        // As many device scores lie below it as scores of ours below our own threshold.
        matching =
            pairs.count < ParityReport.leastPairs
            ? nil : server.map { server in theirs.sorted()[min(ours.count { $0 < server }, theirs.count - 1)] }
    }
}
