extension Command {
    static let freeze = Command(
        words: ["freeze"],
        group: .money,
        summary: "stop all spending at once",
        options: [.data, .reason, .json],
        examples: [
            ("torii freeze --data data --reason 'strange bill'", "users keep getting local labels, reason spend_frozen")
        ]
    ) { invocation throws(Stop) in try await setFrozen(true, invocation) }
}
