/// Thinking, as far as it costs: which settings a model takes and how many tokens a request thinks.
enum Thinking {
    /// Tokens thought before the answer. Throws what the model refuses.
    static func tokens(_ request: GenerateRequest, _ model: EmulatedModel, _ draw: Draw) throws(GoogleError) -> Int {
        let level = request.thinkingLevel.flatMap { $0 == "THINKING_LEVEL_UNSPECIFIED" ? nil : $0 }
        if level != nil && request.thinkingBudget != nil {
            throw .invalidArgument("You can only set one of thinking budget and thinking level.")
        }
        if let level {
            guard model.generation != .two else {
                throw .invalidArgument("Thinking level is not supported for this model.")
            }
            guard model.levels.contains(level) else {
                throw .invalidArgument("Thinking level \(level) is not supported for this model.")
            }
        }
        if let budget = request.thinkingBudget, budget != -1 {
            guard budget != 0 || model.canStopThinking else {
                throw .invalidArgument("Budget 0 is invalid. This model only works in thinking mode.")
            }
            guard budget == 0 || model.budget.contains(budget) else {
                throw .invalidArgument(
                    "The thinking budget \(budget) is invalid. Please choose a value between "
                        + "\(model.budget.lowerBound) and \(model.budget.upperBound)."
                )
            }
            return min(budget, usual(draw, 240))
        }
        switch level ?? model.defaultLevel {
        case "MINIMAL": return 0
        case "LOW": return usual(draw, 80)
        case "MEDIUM": return usual(draw, 240)
        case "HIGH": return usual(draw, 600)
        default: return usual(draw, 1_200)
        }
    }

    /// Three quarters to five quarters of it.
    private static func usual(_ draw: Draw, _ tokens: Int) -> Int {
        draw.whole("thoughts", in: tokens * 3 / 4...tokens * 5 / 4)
    }
}
