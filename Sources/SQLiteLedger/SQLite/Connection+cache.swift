import Economics
import Ledger

/// Answers paid for once, and pictures of our own.
extension Connection {
    func cachedAnswer(key: [UInt8]) throws(LedgerError) -> CachedAnswer? {
        try first(
            "SELECT classification, model_version, decision, emulated, at FROM answers WHERE key = ?",
            [.blob(key)]
        ) {
            CachedAnswer(
                key: key,
                classification: $0.blob(),
                modelVersion: $0.text(),
                decisionID: $0.text(),
                emulated: $0.flag(),
                at: $0.timestamp()
            )
        }
    }

    func keep(_ answer: CachedAnswer) throws(LedgerError) {
        try run(
            """
            INSERT INTO answers (key, classification, model_version, decision, emulated, at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """,
            [
                .blob(answer.key), .blob(answer.classification), .text(answer.modelVersion), .text(answer.decisionID),
                .flag(answer.emulated), .integer(answer.at.microseconds),
            ]
        )
    }

    func registerOwn(hashes: [[UInt8]], at: Timestamp) throws(LedgerError) -> Int {
        var new = 0
        for hash in hashes {
            new += try run(
                "INSERT INTO own_pictures (hash, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [.blob(hash), .integer(at.microseconds)]
            )
        }
        return new
    }

    func isOwn(hash: [UInt8]) throws(LedgerError) -> Bool {
        try first("SELECT 1 FROM own_pictures WHERE hash = ?", [.blob(hash)]) { $0.integer() } != nil
    }
}
