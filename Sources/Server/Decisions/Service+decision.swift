import Documents
import Economics
import Ledger
import Platform
import Policy

extension Service {
    /// `GET /v1/decisions/{id}`: the whole journey of one upload, as JSON or, with `format=text`, in words.
    func decision(_ request: HTTPRequest, id: String) async throws(Problem) -> HTTPResponse {
        if let answer = try await ownAnswer(request, id: id) { return answer }
        _ = try caller(of: request, needs: .read)
        let format = request.queryItem("format") ?? "json"
        guard ["json", "text"].contains(format) else {
            throw Problem(.malformedRequest, "`format` is json or text, found `\(format.printable)`")
        }
        do {
            guard let record = try await store.decision(id: id) else {
                throw Problem(.notFound, "there is no decision `\(id.printable)`")
            }
            let attempts = try await store.attempts(decisionID: id)
            let feedback = try await store.feedback(decisionID: id)
            let judgements = try await store.auditJudgements(decisionID: id)
            let snapshot = policies.snapshot(of: record.profile)
            guard format == "json" else {
                let journey = DecisionJourney(
                    record: record,
                    attempts: attempts,
                    feedback: feedback,
                    judgements: judgements,
                    now: snapshot,
                    dial: snapshot.flatMap { thresholdsOfDial(record, $0) }
                )
                return HTTPResponse(text: journey.text, type: "text/plain; charset=utf-8")
            }
            return HTTPResponse(
                json: record.json(
                    attempts: attempts,
                    profile: snapshot?.profile,
                    feedback: feedback,
                    judgements: judgements
                )
            )
        } catch let problem as Problem {
            throw problem
        } catch {
            log.error("decision not read", [("cause", .text("\(error)"))])
            throw .ledgerUnavailable
        }
    }

    /// Those of the dial that judged an upload, as they are now; nil where none does.
    private func thresholdsOfDial(_ record: DecisionRecord, _ snapshot: PolicySnapshot) -> Thresholds? {
        guard record.control != nil else { return nil }
        let isAsked = record.route == .gate
        return gateway.strictness.thresholds(of: snapshot, space: record.scoreSpace, isAsked: isAsked)
    }

    /// What a client asks about an upload of its own: the answer as it stands, which for a deferred one says to come again.
    /// Nil for whoever may read everything, or sends no key.
    private func ownAnswer(_ request: HTTPRequest, id: String) async throws(Problem) -> HTTPResponse? {
        guard let key = request.bearerToken else { return nil }
        let caller = try keyring.caller(presenting: key, at: clock.now())
        guard caller.scope == .client else { return nil }
        do {
            // Others' decisions are as good as none.
            guard let record = try await store.decision(id: id), record.client == caller.id, record.answerStatus > 0
            else {
                throw Problem(.notFound, "there is no decision `\(id.printable)` of this key")
            }
            return UploadAnswer.stored(in: record).response
        } catch let problem as Problem {
            throw problem
        } catch {
            log.error("decision not read", [("cause", .text("\(error)"))])
            throw .ledgerUnavailable
        }
    }
}
