import Documents
import Ledger
import Platform
import Policy
import Server

/// One decision, as the ledger has it and in words.
extension Command {
    static let decisionShow = Command(
        words: ["decision", "show"],
        group: .money,
        summary: "print one decision with its attempts, as the ledger has it",
        operands: "ID",
        options: [.data],
        examples: [("torii decision show 01KX… --data data", "JSON; the id stands in every answer")]
    ) { invocation throws(Stop) in
        let found = try await found(invocation)
        invocation.console.out(found.json.text(pretty: true))
        return .done
    }

    static let why = Command(
        words: ["why"],
        group: .money,
        summary: "tell the journey of one upload: scores, thresholds then and now, cost, what would have turned it",
        operands: "ID",
        options: [.data, .json],
        examples: [
            ("torii why 01KX… --data data", "the id stands in every answer, in `Torii-Decision` and on the dashboard"),
            ("curl localhost:8080/v1/decisions/01KX…?format=text", "the same from a running server"),
        ]
    ) { invocation throws(Stop) in
        if invocation.has("json") { return try await decisionShow.run(invocation) }
        let found = try await found(invocation)
        invocation.console.raw(found.journey.text)
        return .done
    }

    private struct Found {
        let record: DecisionRecord
        let attempts: [AttemptRecord]
        /// The profile as it is now; nil when it is gone.
        let snapshot: PolicySnapshot?
        /// What its user said; nil: nothing.
        let feedback: Feedback?
        /// What operators made of it.
        let judgements: [AuditJudgement]

        var json: JSON {
            record.json(
                attempts: attempts,
                profile: snapshot?.profile,
                feedback: feedback,
                judgements: judgements
            )
        }

        var journey: DecisionJourney {
            DecisionJourney(
                record: record,
                attempts: attempts,
                feedback: feedback,
                judgements: judgements,
                now: snapshot
            )
        }
    }

    private static func found(_ invocation: Invocation) async throws(Stop) -> Found {
        guard invocation.operands.count == 1, let id = invocation.operands.first else {
            throw .usage("say which decision: torii \(invocation.command.name) ID")
        }
        let store = try await DataFolder.reading(try invocation.required("data"))
        let record = try await stopping { () throws(LedgerError) in try await store.decision(id: id) }
        guard let record else { throw .failed("there is no decision `\(id)`") }
        let attempts = try await stopping { () throws(LedgerError) in try await store.attempts(decisionID: id) }
        let feedback = try await stopping { () throws(LedgerError) in try await store.feedback(decisionID: id) }
        let judgements = try await stopping { () throws(LedgerError) in
            try await store.auditJudgements(decisionID: id)
        }
        let live = try await livePolicies(store)
        await store.close()
        return Found(
            record: record,
            attempts: attempts,
            snapshot: live?.snapshot(of: record.profile),
            feedback: feedback,
            judgements: judgements
        )
    }
}
