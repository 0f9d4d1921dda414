/// What a generate call was sent to.
struct GenerateTarget: Sendable, Hashable {
    /// The model asked for, which need not be the one that answers.
    let model: String
    /// Of the API: `v1beta`, …
    let version: String
    let form: AnswerForm
}
