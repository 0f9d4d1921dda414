/// What a fault makes of an answer.
extension EmulatedService {
    /// Changes the answer; the word for the log.
    func apply(_ fault: Fault, to draft: inout Answerer.Draft) -> String {
        if let version = fault.modelVersion { draft.answer.modelVersion = version }
        if fault.hidesUsage { draft.answer.reportsUsage = false }
        draft.answer.usage.fault = fault.usage
        let limit = draft.request?.maxOutputTokens ?? 512
        switch fault.answer {
        case .whole, .failure, .cut(.beforeAnswer): return "ok"
        case .cut(.midAnswer): return "cut_midAnswer"
        case .malformed(let kind):
            draft.answer.malformed(kind, schema: draft.request?.schema, maxOutputTokens: limit)
            return "malformed_\(kind.rawValue)"
        case .promptBlock(let reason):
            draft.answer.promptBlocked(reason)
            return "block_\(reason)"
        case .finish(let reason):
            draft.answer.finish(reason)
            return "finish_\(reason)"
        case .safety(let safety):
            draft.answer.judged(safety, threshold: draft.request?.threshold(of: safety.category) ?? "OFF")
            return draft.answer.finishReason == "SAFETY" ? "finish_SAFETY" : "ok"
        case .thinkEatsBudget:
            draft.answer.thinkEatsBudget(maxOutputTokens: limit)
            return "thinkEatsBudget"
        case .empty(let kind):
            draft.answer.empty(kind)
            return "empty_\(kind.rawValue)"
        }
    }
}
