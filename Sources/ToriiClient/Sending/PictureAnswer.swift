public import Foundation

/// The answer to an uploaded picture.
public struct PictureAnswer: Sendable {
    /// What the gate itself saw; there when no classification is.
    public struct LocalLabel: Sendable, Hashable, Decodable {
        /// `photoLike`, `illustrationLike`, `abstract`, `unknown`.
        public let category: String
        /// 0...1.
        public let confidence: Double
        /// `#rrggbb`
        public let dominantColors: [String]
    }

    /// Names the decision, for feedback and for asking again.
    public let decisionID: String
    /// `sent`, `cached`, `rejected`, `local`, `deferred`, `failed`.
    public let outcome: String
    /// `cloud`, `cache`, `local`; nil while it waits.
    public let source: String?
    public let reasons: [String]
    public let localLabel: LocalLabel?
    public let costNanoUSD: Int64
    /// Whether the classification comes later: ask with ``ToriiClient/answer(to:)``.
    public let isWaiting: Bool
    /// Whether this is the stored answer to an earlier request with the same key.
    public let isReplayed: Bool
    /// The whole answer.
    public let json: Data

    private struct Body: Decodable {
        struct Cost: Decodable { let nanoUSD: Int64 }
        let decisionId: String
        let outcome: String
        let source: String?
        let reasons: [String]
        let localLabel: LocalLabel?
        let cost: Cost
    }

    /// Throws `notUnderstood`.
    init(_ response: TransportResponse) throws(ToriiClientError) {
        do {
            let body = try JSONDecoder().decode(Body.self, from: response.body)
            decisionID = body.decisionId
            outcome = body.outcome
            source = body.source
            reasons = body.reasons
            localLabel = body.localLabel
            costNanoUSD = body.cost.nanoUSD
        } catch {
            throw ToriiClientError(
                .notUnderstood,
                status: response.status,
                message: "the answer cannot be read: \(error)"
            )
        }
        isWaiting = response.status == 202
        isReplayed = response.headers["idempotency-replayed"] == "true"
        json = response.body
    }

    /// The classification in the form of the app's contract; nil for a local answer. Throws what decoding throws.
    public func classification<Value: Decodable>(as type: Value.Type) throws -> Value? {
        try JSONDecoder().decode(Holder<Value>.self, from: json).classification
    }

    private struct Holder<Value: Decodable>: Decodable { let classification: Value? }
}
