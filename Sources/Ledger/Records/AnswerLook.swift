package import Economics

/// What the picture of a cached answer looks like, so that near duplicates find it. Hashes and shares: no pixel.
package struct AnswerLook: Sendable, Hashable {
    /// Of the `CachedAnswer`.
    package let key: [UInt8]
    /// 32 bytes: everything of the contract that shapes an answer, without the picture. Answers to other questions are none.
    package let question: [UInt8]
    /// 32 bytes: the perceptual hash, its words little endian.
    package let hash: [UInt8]
    package let colors: [UInt8]
    package let at: Timestamp

    package init(key: [UInt8], question: [UInt8], hash: [UInt8], colors: [UInt8], at: Timestamp) {
        self.key = key
        self.question = question
        self.hash = hash
        self.colors = colors
        self.at = at
    }
}
