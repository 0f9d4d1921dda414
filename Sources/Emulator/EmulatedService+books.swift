import Economics

/// What became of a call, for log, quotas and journal.
struct Booking: Sendable {
    let call: FaultCall
    let path: String
    let attempt: String
    /// Nil where the connection was cut before any.
    var status: Int?
    var outcome: String
    /// What was worked out, whether or not it reached the caller.
    var answer: GenerateAnswer?
    /// The model that worked it out, whatever name it answers under.
    var worker = ""
    /// It is billed in.
    var tier = ""
}

extension EmulatedService {
    /// How long the emulator has run.
    var age: Duration { .microseconds(configuration.clock.now().microseconds - started.microseconds) }

    /// Writes a call down. False when the journal does not take it.
    func book(_ booking: Booking) async -> Bool {
        log.end(booking.call.sequence, outcome: booking.outcome, answer: booking.answer)
        var nanoUSD: Int64? = 0
        if let answer = booking.answer {
            let moment = configuration.clock.now()
            nanoUSD = EmulatedPrice.nanoUSD(
                of: answer.usage,
                model: answer.modelVersion,
                tier: booking.tier,
                at: moment
            )
            quotas.note(
                model: booking.worker,
                inputTokens: answer.usage.prompt,
                nanoUSD: nanoUSD ?? 0,
                at: moment
            )
        }
        guard let journal else { return true }
        return await journal.note(
            JournalEntry(
                sequence: booking.call.sequence,
                path: booking.path,
                model: booking.call.model,
                attempt: booking.attempt,
                modelVersion: booking.answer?.modelVersion ?? "",
                status: booking.status,
                outcome: booking.outcome,
                usage: booking.answer?.usage,
                nanoUSD: nanoUSD
            )
        )
    }
}
