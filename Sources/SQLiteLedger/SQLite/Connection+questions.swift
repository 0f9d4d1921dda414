import Economics
import Ledger

extension Connection {
    func open(_ question: AuditQuestion) throws(LedgerError) {
        let at = question.decision.at
        try run(
            "INSERT INTO audit_questions (decision, image, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [.text(question.decision.id), .text(question.imageID), .integer(at.microseconds)]
        )
        try run(
            """
            DELETE FROM audit_questions WHERE decision IN
                (SELECT decision FROM audit_questions WHERE at <= ? ORDER BY at LIMIT ?)
            """,
            [
                .integer(at.advanced(bySeconds: -AuditQuestion.seconds).microseconds),
                .integer(Retention.purgedPerRecord),
            ]
        )
    }

    func follow(question id: String, with upload: String) throws(LedgerError) -> Bool {
        try run(
            "UPDATE audit_questions SET upload = ? WHERE decision = ? AND \(Self.isOpen)",
            [.text(upload), .text(id)]
        ) == 1
    }

    func openQuestions(since: Timestamp) throws(LedgerError) -> [AuditQuestion] {
        let open = try rows(
            "SELECT decision, image FROM (SELECT * FROM audit_questions WHERE at >= ? AND \(Self.isOpen) "
                + "ORDER BY at DESC LIMIT ?) ORDER BY at, decision",
            [.integer(since.microseconds), .integer(AuditQuestion.mostOpen)]
        ) { (id: $0.text(), imageID: $0.text()) }
        var questions: [AuditQuestion] = []
        for (id, imageID) in open {
            guard var decision = try decision(id: id) else { continue }
            decision.answer = []
            questions.append(AuditQuestion(decision: decision, imageID: imageID))
        }
        return questions
    }

    /// A server that was killed before the upload's row was written has not taken it.
    private static let isOpen =
        "(upload IS NULL OR NOT EXISTS (SELECT 1 FROM decisions WHERE id = audit_questions.upload))"
}
