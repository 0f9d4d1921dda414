/// What the device's own scorer says of one picture. Nil is what it did not measure; missing evidence only ever sends.
public struct DeviceScores: Sendable, Hashable {
    /// How measuring ended.
    public enum Status: String, Sendable, CaseIterable {
        case complete, partial, timedOut, unavailable
    }

    public struct Label: Sendable, Hashable {
        /// As the scorer names it, such as `textile` or `Fast food`.
        public let text: String
        /// 0...1; nil proves presence only.
        public let confidence: Double?
        /// Whether the scorer's own precision curve says that it holds (`hasMinimumPrecision(_:forRecall:)` on iOS).
        public let meetsPrecision: Bool

        public init(_ text: String, confidence: Double?, meetsPrecision: Bool = false) {
            self.text = text
            self.confidence = confidence
            self.meetsPrecision = meetsPrecision
        }
    }

    /// 0...1, in the app's own score space.
    public var sharpness: Double?
    /// Share of the picture, 0...1.
    public var attentionArea: Double?
    public var objectnessArea: Double?
    /// 0...1: from 0.5 on the picture is one of the app's own.
    public var ownWatermark: Double?
    /// Nil where no labeler ran.
    public var labels: [Label]?
    public var status: Status
    /// Of a simulator: answered, and nothing is learnt from it.
    public var isSimulated: Bool

    public init(
        sharpness: Double? = nil,
        attentionArea: Double? = nil,
        objectnessArea: Double? = nil,
        ownWatermark: Double? = nil,
        labels: [Label]? = nil,
        status: Status = .complete,
        isSimulated: Bool = false
    ) {
        self.sharpness = sharpness
        self.attentionArea = attentionArea
        self.objectnessArea = objectnessArea
        self.ownWatermark = ownWatermark
        self.labels = labels
        self.status = status
        self.isSimulated = isSimulated
    }
}
