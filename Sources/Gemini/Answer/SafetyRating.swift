/// One safety rating of an answer that says it blocked, as sent: categories and probabilities are open sets.
package struct SafetyRating: Sendable, Hashable {
    /// `HARM_CATEGORY_HATE_SPEECH` and the like.
    package let category: String
    /// `NEGLIGIBLE`, `LOW`, `MEDIUM`, `HIGH`; empty when the rating names none.
    package let probability: String

    package init(category: String, probability: String) {
        self.category = category
        self.probability = probability
    }
}
