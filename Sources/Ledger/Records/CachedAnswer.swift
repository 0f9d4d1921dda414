package import Economics

/// A classification that was paid for once.
package struct CachedAnswer: Sendable, Hashable {
    /// 32 bytes: SHA-256 of the body and of everything of the contract that shapes the answer.
    package let key: [UInt8]
    package let classification: [UInt8]
    package let modelVersion: String
    package let decisionID: String
    package let emulated: Bool
    package let at: Timestamp

    package init(
        key: [UInt8],
        classification: [UInt8],
        modelVersion: String,
        decisionID: String,
        emulated: Bool,
        at: Timestamp
    ) {
        self.key = key
        self.classification = classification
        self.modelVersion = modelVersion
        self.decisionID = decisionID
        self.emulated = emulated
        self.at = at
    }
}
