import Economics
import Gemini

extension DecisionDraft {
    /// What a call through the door came to.
    mutating func take(_ attempt: GeminiAttempt, cost: Money, of call: CloudClassifier.DoorCall) {
        self.cost = cost
        usage = attempt.usage ?? .zero
        model = attempt.modelVersion ?? call.target.model
        emulated = attempt.emulated
        detail = attempt.outcome.detail
        if case .ok = attempt.outcome {
            outcome = .sent
            source = .cloud
        } else {
            stayLocal(attempt.outcome.reason)
        }
    }

    /// Which decision it is, and what became of it.
    var doorHeaders: [(name: String, value: String)] {
        var headers = UploadAnswer.decisionHeaders(id: id, revision: upload.snapshot.revision)
        if isUpload {
            headers.append(("Torii-Outcome", outcome.rawValue))
            headers.append(("Torii-Reasons", reasons.map(\.rawValue).joined(separator: ", ")))
        }
        return headers
    }
}
