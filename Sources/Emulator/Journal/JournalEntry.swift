import Documents

/// What became of one call.
struct JournalEntry: Sendable, Hashable {
    let sequence: Int
    /// Without the query, which may hold a key.
    let path: String
    /// The model asked for.
    let model: String
    /// Of the header `Torii-Attempt`.
    let attempt: String
    /// The model that answered; empty where none did.
    let modelVersion: String
    /// HTTP status; nil where the connection was cut before any.
    let status: Int?
    /// As in the log: `ok`, `status_503`, `cut_midAnswer`, …
    let outcome: String
    /// What was worked on, also where the answer hid it or was cut; nil where nothing was.
    let usage: Usage?
    /// What that costs: 0 without usage, nil where there is no price.
    let nanoUSD: Int64?

    var json: JSON {
        .object([
            .init("sequence", .integer(Int64(sequence))),
            .init("path", .string(path)),
            .init("model", .string(model)),
            .init("attempt", .string(attempt)),
            .init("modelVersion", .string(modelVersion)),
            .init("status", status.map { .integer(Int64($0)) } ?? .null),
            .init("outcome", .string(outcome)),
            .init("usage", usage?.json ?? .null),
            .init("nanoUSD", nanoUSD.map { .integer($0) } ?? .null),
        ])
    }
}
