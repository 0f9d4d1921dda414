/// What the slow loop knows of the uploads: their distributions, what they earned and cost, which of them matter.
///
/// Decisions read none of it. They leave what came of them as events, which each look takes in first.
struct Traffic: Sendable {
    var sharpnessFast = ScoreHistogram(halfLife: StrictnessController.fastHalfLife)
    var areaFast = ScoreHistogram(halfLife: StrictnessController.fastHalfLife)
    var sharpnessSlow = ScoreHistogram(halfLife: StrictnessController.slowHalfLife)
    var areaSlow = ScoreHistogram(halfLife: StrictnessController.slowHalfLife)
    var recent = RecentUploads(capacity: StrictnessController.window)
    var sharpnessTies = TieCounter(window: StrictnessController.window)
    var areaTies = TieCounter(window: StrictnessController.window)
    var clients = ClientShares(window: StrictnessController.window)
    var pace = Pace()
    var raises = CeilingRaises()
    /// Against the certificate's traffic, and against the last days': drift is slow, another scorer comes at once.
    var sharpnessDrift = DriftWatch()
    var areaDrift = DriftWatch()
    var sharpnessScorer = DriftWatch()
    var areaScorer = DriftWatch()
    var scorerBase = 0

    /// In the place of traffic that is elsewhere.
    static let away = Traffic()

    /// What came of one upload.
    struct Upload: Sendable {
        let scores: GateScores
        let client: UInt64?
        let time: Int64
        let revenue: Int64
        let cost: Int64
        let isSent: Bool
        /// Whether no threshold allowed could have rejected it.
        let isForced: Bool

        init(_ upload: ControlUpload, isSent: Bool, isForced: Bool) {
            scores = upload.scores
            client = upload.client
            time = upload.time
            revenue = upload.revenue
            cost = upload.cost
            self.isSent = isSent
            self.isForced = isForced
        }
    }

    enum Event: Sendable {
        case upload(Upload)
        /// What was to be sent stayed local after all.
        case refund(Int64)
        /// A right answer with so little sharpness that a raise might come to reject its like.
        case right(sharpness: Double, area: Double?, judged: Int)
    }

    mutating func take(_ event: Event) {
        switch event {
        case .upload(let upload):
            pace.count(
                time: upload.time,
                revenue: upload.revenue,
                cost: upload.cost,
                isSent: upload.isSent,
                isForced: upload.isForced
            )
            if clients.admits(upload.client) { remember(upload.scores) }
        case .refund(let cost): pace.refund(cost)
        case .right(let sharpness, let area, let judged): raises.note(sharpness: sharpness, area: area, judged: judged)
        }
    }

    /// Takes one upload into the distributions.
    mutating func remember(_ scores: GateScores) {
        let sample = RecentUploads.Sample(scores)
        if !scores.isOwn {
            if let score = scores.sharpness {
                sharpnessFast.add(bin: sample.sharpnessPlace.bin)
                sharpnessSlow.add(bin: sample.sharpnessPlace.bin)
                sharpnessTies.add(score)
                sharpnessScorer.add(bin: sample.sharpnessPlace.bin, score: score)
            }
            if let score = scores.area {
                areaFast.add(bin: sample.areaPlace.bin)
                areaSlow.add(bin: sample.areaPlace.bin)
                areaTies.add(score)
                areaScorer.add(bin: sample.areaPlace.bin, score: score)
            }
        }
        guard let oldest = recent.add(sample), !oldest.isOwn else { return }
        if !oldest.sharpness.isNaN { sharpnessTies.remove(oldest.sharpness) }
        if !oldest.area.isNaN { areaTies.remove(oldest.area) }
    }
}
