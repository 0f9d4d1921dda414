import Documents
import Server

extension Command {
    private static let server = Option(
        name: "server",
        value: "URL",
        summary: "a server elsewhere, with an admin key in TORII_KEY",
        isSetting: true
    )
    private static let limit = Option(name: "limit", value: "N", summary: "at most so many, 1...500 (default 100)")

    static let auditList = Command(
        words: ["audit", "list"],
        group: .policy,
        summary: "rejects that were sent all the same and answered: false rejects, unless somebody says otherwise",
        options: [
            .data, server, .profile, limit, .json,
            Option(name: "all", value: nil, summary: "the judged ones of the last 30 days too"),
        ],
        examples: [("torii audit list --data data --profile ios", "newest first, with scores and the model's answer")]
    ) { invocation throws(Stop) in
        let place = try AuditPlace(invocation)
        let answer = try await place.list(invocation, isWaiting: !invocation.has("all"))
        if invocation.has("json") {
            invocation.console.out(JSON(answer).text())
            return .done
        }
        let audits = answer["audits"]?.array ?? []
        for audit in audits { invocation.console.out(audit["text"]?.string ?? "") }
        invocation.console.out(waitingText(answer))
        return .done
    }

    static let auditReview = Command(
        words: ["audit", "review"],
        group: .policy,
        summary: "judge waiting audits one by one: would rejecting it have lost a right answer?",
        options: [.data, server, .profile, limit],
        examples: [
            ("torii audit review --data data --profile ios", "y, n, s, u or q and Enter; what follows is the reason")
        ],
        reference: """
            Keys, each with Enter: y the answer is right, a false reject; n the gate was right; s skip; u take the last
            judgement back; q end. `y a cat, quite sharp` gives a reason. Every judgement is an edition in the ledger,
            corrects the dial that judged the upload, and shows in `torii why ID`.
            """
    ) { invocation throws(Stop) in
        let place = try AuditPlace(invocation)
        let answer = try await place.list(invocation, isWaiting: true)
        var review = AuditReview(answer["audits"]?.array ?? [])
        while let audit = review.current {
            invocation.console.out("\n\(review.place)\n\(audit["text"]?.string ?? "")")
            invocation.console.err("[y] a right answer lost  [n] the gate was right  [s]kip  [u]ndo  [q]uit")
            guard let line = readLine() else { break }
            switch review.step(line) {
            case .judge(let word):
                do throws(Stop) {
                    review.took(try await place.judge(word)["edition"]?.integer ?? 0)
                } catch {
                    // Somebody else was first: this one no longer waits.
                    guard error.code == .moved else { throw error }
                    invocation.console.err(error.message)
                    review.skip()
                }
            case .next: continue
            case .unknown: invocation.console.err("`\(line)` is none of y, n, s, u, q")
            case .end: review.end()
            }
        }
        invocation.console.out(review.summary)
        return .done
    }

    static let auditJudge = Command(
        words: ["audit", "judge"],
        group: .policy,
        summary: "judge one audit without being asked",
        operands: "ID",
        options: [
            .data, server,
            Option(name: "false-reject", value: nil, summary: "the answer is right: rejecting it would have lost it"),
            Option(name: "right-reject", value: nil, summary: "the answer is of no use: the gate was right"),
            Option(name: "withdraw", value: nil, summary: "take the last judgement back: it waits again"),
            Option(name: "reason", value: "TEXT", summary: "why; kept with the judgement"),
            .json,
        ],
        examples: [
            (
                "torii audit judge 01KX… --right-reject --reason 'a thumb' --data data",
                "`torii audit list` names the ids"
            )
        ]
    ) { invocation throws(Stop) in
        guard invocation.operands.count == 1, let id = invocation.operands.first else {
            throw .usage("say which decision: torii audit judge ID")
        }
        let findings = [("false-reject", "falseReject"), ("right-reject", "rightReject"), ("withdraw", "withdrawn")]
            .filter { invocation.has($0.0) }
        guard findings.count == 1, let finding = findings.first?.1 else {
            throw .usage("say one of --false-reject, --right-reject and --withdraw")
        }
        let place = try AuditPlace(invocation)
        let word = AuditReview.Word(decisionID: id, finding: finding, edition: nil, reason: try invocation.reason())
        let judgement = try await place.judge(word)
        invocation.console.out(
            invocation.has("json")
                ? JSON(judgement).text() : "\(id): \(finding), edition \(judgement["edition"]?.integer ?? 0)"
        )
        return .done
    }

    private static func waitingText(_ answer: DocumentNode) -> String {
        let waiting = (answer["waiting"]?.object ?? []).map { "\($0.node.integer ?? 0) of \($0.key)" }
        return waiting.isEmpty ? "no audit waits" : "waiting: \(waiting.joined(separator: ", "))"
    }
}
