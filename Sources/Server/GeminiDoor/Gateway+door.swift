import Documents
import Gate
import Gemini
import Imaging
import Ledger
import Platform
import Policy

extension Gateway {
    /// One `generateContent` of a Google SDK. With one picture it is an upload like any other: gated, recorded, paid for under
    /// the key's profile. Without, or with several, it is passed on, held and settled all the same.
    func answer(
        doorCall target: DoorTarget,
        _ request: DoorRequest,
        body: [UInt8],
        query: [(name: String, value: String)],
        of upload: Upload,
        deadline: ContinuousClock.Instant
    ) async -> HTTPResponse {
        var draft = DecisionDraft(
            id: ids.next(),
            upload: upload,
            hash: Crypto.sha256(upload.body),
            cacheKey: [],
            idempotency: nil
        )
        draft.route = .gemini
        var call = CloudClassifier.DoorCall(
            target: target,
            request: request,
            body: body,
            query: query,
            deadline: deadline
        )
        var response: HTTPResponse
        do {
            if let picture = request.gated {
                try await gate(&draft)
                let onReject = upload.snapshot.profile.door.onReject
                if !draft.isSent, draft.verdict == .reject, onReject == .pass { draft.passOn() }
                guard draft.isSent else {
                    response = try held(draft, request, target, onReject: onReject, query: query)
                    return await recorded(draft, response)
                }
                let jpeg = try await jpeg(
                    of: upload.body,
                    measured: draft.measured?.image,
                    profile: upload.snapshot.profile
                )
                call = CloudClassifier.DoorCall(
                    target: target,
                    request: request,
                    body: DoorRequest.replacing(picture, by: jpeg, in: body),
                    query: query,
                    deadline: deadline
                )
            } else {
                draft.reasons = [.notGated]
                draft.isUpload = false
            }
            response = try await sent(call, &draft)
        } catch let error as ImagingError {
            draft.take(error)
            response = HTTPResponse(doorProblem: Problem(imaging: error, decisionID: draft.id))
        } catch let problem as Problem {
            draft.stayLocal(Self.reason(of: problem))
            response = HTTPResponse(doorProblem: problem)
        } catch {
            draft.stayLocal(.upstreamFailed)
            response = HTTPResponse(doorProblem: Problem("internal", 500, "the call failed"))
        }
        return await recorded(draft, response)
    }

    private static func reason(of problem: Problem) -> Reason {
        switch problem.code {
        case "budget_exhausted": .budgetExhausted
        case "spend_frozen": .spendFrozen
        case "model_not_priced": .priceMissing
        case "overloaded": .overloaded
        default: .ledgerFailed
        }
    }

    private func gate(_ draft: inout DecisionDraft) async throws(ImagingError) {
        draft.take(try ImageDecoder.header(of: draft.upload.body))
        try await judge(&draft)
    }

    /// The answer for a picture that stays here.
    private func held(
        _ draft: DecisionDraft,
        _ request: DoorRequest,
        _ target: DoorTarget,
        onReject: DoorSettings.OnReject,
        query: [(name: String, value: String)]
    ) throws(Problem) -> HTTPResponse {
        let reason = draft.reasons.first ?? .overloaded
        guard draft.verdict == .reject else {
            throw Problem("overloaded", 503, "too many pictures wait to be measured", headers: [("Retry-After", "1")])
        }
        let local =
            onReject == .local
            ? DoorAnswer(
                local: draft.measured?.measurement,
                reason: reason,
                schema: request.schema,
                decisionID: draft.id
            ) : nil
        let answer = local ?? DoorAnswer(blocked: reason, decisionID: draft.id)
        return answer.response(
            stream: target.method == .streamGenerateContent,
            asEvents: query.contains { $0.name == "alt" && $0.value == "sse" }
        )
    }

    /// As the model sees it: without metadata, never larger than the profile says. Throws `overloaded` and the codes of
    /// pictures.
    func jpeg(of bytes: [UInt8], measured: RGBImage? = nil, profile: Profile) async throws(Problem) -> [UInt8] {
        let result = await pool.run {
            Result { () throws(ImagingError) in
                try ModelPicture.encoded(from: bytes, measured: measured, profile: profile)
            }
        }
        switch result {
        case .success(let picture): return picture.jpeg
        case .failure(let error): throw Problem(imaging: error, decisionID: "")
        case nil:
            throw Problem(
                "overloaded",
                503,
                "too many pictures wait to be encoded",
                headers: [("Retry-After", "1")]
            )
        }
    }

    private func sent(
        _ call: CloudClassifier.DoorCall,
        _ draft: inout DecisionDraft
    ) async throws(Problem) -> HTTPResponse {
        let start = ContinuousClock.now
        let (forwarded, cost) = try await cloud.forwarded(call, of: draft.upload, decisionID: draft.id)
        telemetry.cloudTook(ContinuousClock.now - start, model: call.target.model, of: draft)
        let attempt = forwarded.attempt
        draft.cost = cost
        draft.usage = attempt.usage ?? .zero
        draft.model = attempt.modelVersion ?? call.target.model
        draft.emulated = attempt.emulated
        draft.detail = attempt.outcome.detail
        if case .ok = attempt.outcome {
            draft.outcome = .sent
            draft.source = .cloud
        } else {
            draft.stayLocal(attempt.outcome.reason)
        }
        guard let response = forwarded.response else {
            let isLate = attempt.outcome == .deadline
            return HTTPResponse(
                doorProblem: Problem(
                    isLate ? "upstream_timeout" : "upstream_failed",
                    isLate ? 504 : 503,
                    isLate ? "the model did not answer in time" : "the model cannot be reached"
                )
            )
        }
        let type = response.headers.first { $0.name == "content-type" }?.value ?? "application/json"
        return HTTPResponse(
            status: response.status,
            headers: [("Content-Type", type)],
            body: .bytes(response.body)
        )
    }

    /// Writes the row, then answers; headers say what became of it.
    private func recorded(_ draft: DecisionDraft, _ response: HTTPResponse) async -> HTTPResponse {
        _ = await recorded(draft)
        var response = response
        response.headers += UploadAnswer.decisionHeaders(id: draft.id, revision: draft.upload.snapshot.revision)
        if draft.isUpload {
            response.headers.append(("Torii-Outcome", draft.outcome.rawValue))
            response.headers.append(("Torii-Reasons", draft.reasons.map(\.rawValue).joined(separator: ", ")))
        }
        return response
    }
}

extension DecisionDraft {
    /// Rejected, and sent all the same because the profile's door says so.
    fileprivate mutating func passOn() {
        isSent = true
        reasons.append(.passedOn)
        source = nil
    }
}
