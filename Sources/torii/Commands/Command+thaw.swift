extension Command {
    static let thaw = Command(
        words: ["thaw"],
        group: .money,
        summary: "resume spending",
        options: [.data, .reason, .json],
        examples: [("torii thaw --data data --reason 'strange bill'", "the caps hold as before")]
    ) { invocation throws(Stop) in try await setFrozen(false, invocation) }
}
