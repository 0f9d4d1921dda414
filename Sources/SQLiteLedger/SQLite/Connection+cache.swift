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

    func keep(_ look: AnswerLook) throws(LedgerError) {
        let isNew = try run(
            """
            INSERT INTO answer_looks (key, question, hash, colors, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                .blob(look.key), .blob(look.question), .blob(look.hash), .blob(look.colors),
                .integer(look.at.microseconds),
            ]
        )
        guard isNew == 1 else { return }
        try run(
            "DELETE FROM answer_looks WHERE number <= last_insert_rowid() - ?",
            [.integer(Retention.answerLooks)]
        )
    }

    func answerLooks() throws(LedgerError) -> [AnswerLook] {
        try rows("SELECT key, question, hash, colors, at FROM answer_looks ORDER BY number") {
            AnswerLook(key: $0.blob(), question: $0.blob(), hash: $0.blob(), colors: $0.blob(), at: $0.timestamp())
        }
    }

    func removeLooks(keys: [[UInt8]]) throws(LedgerError) -> Int {
        var removed = 0
        for key in keys { removed += try run("DELETE FROM answer_looks WHERE key = ?", [.blob(key)]) }
        return removed
    }

    func removeAnswers(of decisionID: String) throws(LedgerError) -> [[UInt8]] {
        let keys = try rows("SELECT key FROM answers WHERE decision = ?", [.text(decisionID)]) { $0.blob() }
        for key in keys { try run("DELETE FROM answers WHERE key = ?", [.blob(key)]) }
        _ = try removeLooks(keys: keys)
        return keys
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
