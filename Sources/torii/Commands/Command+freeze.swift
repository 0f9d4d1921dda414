extension Command {
    static let freeze = Command(
        words: ["freeze"],
        group: .money,
        summary: "stop all spending at once",
        options: [
            .data,
            Option(name: "reason", value: "TEXT", summary: "why; shown on every dashboard until the thaw"),
            .json,
        ],
        examples: [
            ("torii freeze --data data --reason 'strange bill'", "users keep getting local labels, reason spend_frozen")
        ]
    ) { invocation throws(Stop) in try await setFrozen(true, invocation) }
}
