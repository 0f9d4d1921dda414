import Foundation

/// What `POST /v1/gate` takes: scores, and what the device decided by them.
struct GateReport: Encodable {
    struct Scorer: Encodable {
        let status: String
        let simulated: Bool
    }
    struct Scores: Encodable {
        let sharpness: Double?
        let attentionArea: Double?
        let objectnessArea: Double?
        let ownWatermark: Double?
    }
    struct Label: Encodable {
        let id: String
        let confidence: Double?
        let meetsPrecision: Bool
    }
    struct Client: Encodable {
        let version: String
        let policyRevision: Int?
        let verdict: String?
        let reason: String?
    }
    struct Device: Encodable { let family: String }

    let schema = 1
    let imageId: String?
    let scoreSpace: String
    let scorer: Scorer
    let scores: Scores
    let labels: [Label]?
    let device: Device?
    let client: Client
    let sentAt: String

    /// - Parameter family: Nil where the device's state comes apart from the report.
    init(
        _ scores: DeviceScores,
        verdict: LocalVerdict?,
        imageID: String?,
        configuration: ToriiClient.Configuration,
        family: String?,
        at now: Date
    ) {
        // JSON has no word for them, and one would cost the whole message.
        func finite(_ number: Double?) -> Double? { number.flatMap { $0.isFinite ? $0 : nil } }
        imageId = imageID
        scoreSpace = configuration.scoreSpace
        scorer = Scorer(status: scores.status.rawValue, simulated: scores.isSimulated)
        self.scores = Scores(
            sharpness: finite(scores.sharpness),
            attentionArea: finite(scores.attentionArea),
            objectnessArea: finite(scores.objectnessArea),
            ownWatermark: finite(scores.ownWatermark)
        )
        labels = scores.labels?.map {
            Label(id: $0.text, confidence: finite($0.confidence), meetsPrecision: $0.meetsPrecision)
        }
        device = family.map(Device.init)
        client = Client(
            version: configuration.appVersion,
            policyRevision: verdict?.revision,
            verdict: verdict.map { $0.isReject ? "reject" : "send" },
            reason: verdict?.reasons.first
        )
        sentAt = now.formatted(.iso8601)
    }
}
