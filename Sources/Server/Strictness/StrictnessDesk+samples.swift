import Backtest
import Control
import Economics
import Ledger
import Platform
import Policy

/// What a certificate is made of: uploads with the scores of one scorer, and whether rejecting them would have lost an answer.
///
/// An upload whose answer is not known, since it was rejected or its call failed, counts as one the cloud would have got
/// right: a phase in which much was not sent proves nothing.
extension StrictnessDesk {
    /// Pictures that both scorers saw which one certificate may rest on.
    private static let mostScored = 500_000

    func week(
        _ name: DialName,
        _ snapshot: PolicySnapshot,
        from store: any LedgerStore,
        in span: SnapshotQuery.Hours
    ) async throws(LedgerError) -> MeasureWeek {
        var samples: [(at: Timestamp, sample: MeasureWeek.Sample)] = []
        let gate = snapshot.profile.gate
        var query = UploadQuery(profile: snapshot.profile.name, from: span.from, to: span.to)
        while true {
            let page = try await store.recordedUploads(query)
            for upload in page where upload.isJudged && upload.scoreSpace == name.space {
                guard case .scores = upload.basis else { continue }
                var isRight = upload.isUseful
                if case .none = upload.call { isRight = true }
                let scores = GateScores(upload.evidence, settings: gate)
                samples.append((upload.at, MeasureWeek.Sample(scores: scores, isRight: isRight)))
            }
            guard let last = page.last, page.count == query.limit else { break }
            query.after = last.number
        }
        if name.source != .pictures { samples += try await scored(name, snapshot, from: store, in: span) }
        var week = MeasureWeek()
        for (at, sample) in samples.sorted(by: { $0.at < $1.at }) {
            week.add(sample, at: Self.milliseconds(at, snapshot))
        }
        return week
    }

    /// Pictures that came with the scores of a device: the answer is the picture's, the scores are the device's.
    private func scored(
        _ name: DialName,
        _ snapshot: PolicySnapshot,
        from store: any LedgerStore,
        in span: SnapshotQuery.Hours
    ) async throws(LedgerError) -> [(at: Timestamp, sample: MeasureWeek.Sample)] {
        let absent = snapshot.profile.scoreSpace(named: name.space)?.absentAreas ?? []
        let pictures = try await store.scoredTwice(
            ScoredTwiceQuery(hours: span, profile: name.profile, limit: Self.mostScored)
        )
        return pictures.filter { $0.device.space == name.space && !$0.device.isSimulated }.map { picture in
            let device = picture.device
            let trace: Int64 =
                device.reasons.contains(.abstractBypass) ? 1 : device.reasons.contains(.lowSaliency) ? 2 : 0
            let evidence = Evidence(
                sharpness: device.sharpness,
                attentionArea: device.attentionArea,
                objectnessArea: device.objectnessArea,
                absentAreas: absent,
                labels: .recorded(scoreSpace: device.space, trace: trace)
            )
            let scores = GateScores(evidence, settings: snapshot.profile.gate)
            let isRight = picture.category?.isUsefulCategory ?? true
            return (picture.at, MeasureWeek.Sample(scores: scores, isRight: isRight))
        }
    }
}
