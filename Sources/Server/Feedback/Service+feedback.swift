import Documents
import Ledger
import Platform
import Policy

extension Service {
    private static let mostFeedbackBytes = 16_384

    /// `POST /v1/feedback`: `{"decisionId", "judgement": "right" | "wrong", "category"}`. Sent again, nothing changes; another
    /// word on the same decision takes the place of the first.
    func feedback(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        let caller = try caller(of: request, needs: .client)
        let said = try Said(request.body, most: Self.mostFeedbackBytes)
        let outcome: FeedbackDesk.Outcome
        let word: Feedback
        do {
            // Other clients' decisions are as good as none: an id tells nobody that it exists.
            guard let decision = try await store.decision(id: said.decisionID),
                caller.scope == .admin || decision.client == caller.id
            else { throw Problem(.notFound, "there is no decision `\(said.decisionID.printable)` of this key") }
            guard let answered = decision.outcome, answered != .deferred else {
                throw Problem(.notAnswered, "this decision has no answer yet that could be right or wrong")
            }
            let snapshot = policies.snapshot(of: decision.profile)
            if let snapshot { _ = try limits.count(key: caller.limitKey(snapshot), under: snapshot.profile.limits) }
            try said.check(against: snapshot?.contract)
            word = Feedback(
                decisionID: decision.id,
                judgement: said.judgement,
                category: said.category,
                at: clock.now(),
                profile: decision.profile,
                hour: decision.hour,
                route: decision.route,
                scoreSpace: decision.scoreSpace,
                outcome: answered
            )
            let desk = FeedbackDesk(store: store, strictness: gateway.strictness, clock: clock, log: log)
            outcome = try await desk.take(word, about: decision, snapshot: snapshot)
        } catch let problem as Problem {
            throw problem
        } catch {
            log.error("feedback not taken", [("cause", .text("\(error)"))])
            throw .ledgerUnavailable
        }
        if outcome != .unchanged { telemetry.heard(word.kind, profile: word.profile) }
        return HTTPResponse(json: [
            "decisionId": .string(word.decisionID),
            "judgement": .string(word.judgement.rawValue),
            "category": .string(optional: word.category),
            "outcome": .string(outcome.rawValue),
        ])
    }
}

/// The body of a word.
private struct Said {
    let decisionID: String
    let judgement: Feedback.Judgement
    let category: String?

    init(_ body: [UInt8], most: Int) throws(Problem) {
        guard body.count <= most else {
            throw Problem(.bodyTooLarge, "feedback takes at most \(most) bytes, found \(body.count)")
        }
        let read = DocumentReader.read(body, file: "request", dialect: .json, maxDepth: 4)
        guard let root = read.root, root.object != nil else {
            throw Problem(.invalidJSON, read.diagnostics.first?.message ?? "an object is expected")
        }
        let object = try AliasedObject(root, known: ["decisionId", "judgement", "category"])
        guard let id = object["decisionId"]?.string, !id.isEmpty else {
            throw Problem(.missingField, "`decisionId` must say which decision; it stands in every answer")
        }
        guard let judgement = object["judgement"]?.string.flatMap(Feedback.Judgement.init) else {
            throw Problem(.invalidField, "`judgement` must be right or wrong")
        }
        decisionID = id
        self.judgement = judgement
        guard let node = object["category"], !node.isNull else {
            category = nil
            return
        }
        guard judgement == .wrong, let category = node.string, (1...64).contains(category.utf8.count) else {
            throw Problem(.invalidField, "`category` is what a wrong answer should have been, and text")
        }
        self.category = category
    }

    /// - Parameter contract: Nil where its profile is gone: nobody knows the categories then.
    func check(against contract: Contract?) throws(Problem) {
        guard let category, let field = contract?.fields.first(where: { $0.name == "primaryCategory" }),
            case .choice(let known) = field.kind, !known.contains(category)
        else { return }
        throw Problem(
            .invalidField,
            "there is no category `\(category.printable)`; known: \(known.joined(separator: ", "))"
        )
    }
}
