/// How many uploads devices rejected before they came, of late: the gate behind them has so much less to reject, or the
/// two together would send the target of the target.
struct Ahead: Sendable, Hashable {
    /// Uploads that are remembered, roughly.
    private static let memory = 4000.0

    private(set) var rejects = 0.0
    private(set) var uploads = 0.0

    init(rejects: Double = 0, uploads: Double = 0) {
        self.rejects = rejects
        self.uploads = uploads
    }

    mutating func countReject() { count(rejects: 1, uploads: 0) }
    mutating func countUpload() { count(rejects: 0, uploads: 1) }

    /// The share of what still comes that is to be sent, so that `target` of everything is.
    func target(_ target: Double) -> Double { min(1, target * (1 + rejects / max(1, uploads))) }

    private mutating func count(rejects: Double, uploads: Double) {
        let fade = 1 - 1 / Self.memory
        self.rejects = self.rejects * fade + rejects
        self.uploads = self.uploads * fade + uploads
    }
}
