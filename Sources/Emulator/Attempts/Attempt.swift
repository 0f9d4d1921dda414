import Documents

/// One `generateContent` call as the emulator saw it. Neither keys nor pictures are kept, only their hashes.
package struct EmulatedAttempt: Sendable, Hashable {
    /// From 1, in the order of arrival.
    package let sequence: Int
    package let model: String
    /// Of the header `Torii-Attempt`: `<decisionId>/<n>`; empty when there was none.
    package let attempt: String
    /// The first 12 hex digits of the key's SHA-256; empty without a key.
    package let keyHash: String
    /// Hex; empty when there was no picture.
    package let imageSHA256: String
    /// Of the request body.
    package let bytes: Int
    /// `pending` until it is decided, then `ok`, `status_503`, `cut_beforeAnswer`, `malformed_fences`, `block`, …
    package internal(set) var outcome: String
    /// What the answer reported; zero where it reported none.
    package internal(set) var promptTokens: Int
    /// Candidates and thoughts.
    package internal(set) var outputTokens: Int
    /// `modelVersion` of the answer; empty when there was none.
    package internal(set) var modelVersion: String

    var json: JSON {
        .object([
            .init("sequence", .integer(Int64(sequence))),
            .init("model", .string(model)),
            .init("attempt", .string(attempt)),
            .init("keyHash", .string(keyHash)),
            .init("imageSha256", .string(imageSHA256)),
            .init("bytes", .integer(Int64(bytes))),
            .init("outcome", .string(outcome)),
            .init("promptTokens", .integer(Int64(promptTokens))),
            .init("outputTokens", .integer(Int64(outputTokens))),
            .init("modelVersion", .string(modelVersion)),
        ])
    }
}
