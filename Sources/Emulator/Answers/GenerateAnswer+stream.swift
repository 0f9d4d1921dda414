extension GenerateAnswer {
    /// Characters of text in one piece of a stream.
    private static let pieceLength = 48

    /// The answer as a stream sends it: text in pieces, counts that grow, the finish reason in the last piece alone.
    ///
    /// - Parameter hasUsagePiece: Puts a piece with nothing but usage before the last one, as 3.1 Flash-Lite does.
    func pieces(hasUsagePiece: Bool) -> [GenerateAnswer] {
        guard blockReason == nil, let parts, !parts.isEmpty else { return [self] }
        var texts: [Part] = []
        for part in parts {
            var rest = part.text[...]
            repeat {
                var piece = part
                piece.text = String(rest.prefix(Self.pieceLength))
                piece.signature = nil
                rest = rest.dropFirst(Self.pieceLength)
                if rest.isEmpty { piece.signature = part.signature }
                texts.append(piece)
            } while !rest.isEmpty
        }
        var answers: [GenerateAnswer] = []
        var bytes = 0
        for (index, part) in texts.enumerated() {
            var answer = self
            answer.parts = [part]
            if !part.isThought { bytes += part.text.utf8.count }
            if index < texts.count - 1 {
                answer.finishReason = nil
                answer.safetyRatings = []
                answer.citations = []
                answer.usage.candidates = min(usage.candidates, TokenCount.text(bytes))
            } else if hasUsagePiece {
                answers.append(usageOnly)
            }
            answers.append(answer)
        }
        return answers
    }

    private var usageOnly: GenerateAnswer {
        var answer = self
        answer.isUsageOnly = true
        return answer
    }
}
