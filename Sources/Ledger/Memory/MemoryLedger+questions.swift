import Economics

extension MemoryLedger {
    mutating func open(_ question: AuditQuestion) {
        let id = question.decision.id
        if questions[id] == nil { questions[id] = (question.imageID, nil) }
    }

    mutating func follow(question id: String, with upload: String) -> Bool {
        guard let question = questions[id], isOpen(question.upload) else { return false }
        questions[id] = (question.imageID, upload)
        return true
    }

    func openQuestions(since: Timestamp) -> [AuditQuestion] {
        decisions.compactMap { decision in
            guard decision.at >= since, let question = questions[decision.id], isOpen(question.upload) else {
                return nil
            }
            var decision = decision
            decision.answer = []
            return AuditQuestion(decision: decision, imageID: question.imageID)
        }
    }

    private func isOpen(_ upload: String?) -> Bool { upload.map { positions[$0] == nil } ?? true }
}
