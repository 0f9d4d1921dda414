import Documents
import Gate
import Gemini
import Imaging
import Ledger
import Platform
import Policy

extension Gateway {
    /// One `generateContent` of a Google SDK. With one picture it is an upload like any other: gated, recorded, paid for under
    /// the key's profile. Without, or with several, it is passed on, held and settled all the same. Of no picture more goes
    /// on than its pixels.
    func answer(
        doorCall target: DoorTarget,
        _ request: DoorRequest,
        body: [UInt8],
        query: [(name: String, value: String)],
        of upload: Upload,
        deadline: ContinuousClock.Instant
    ) async -> HTTPResponse {
        let hash = Crypto.sha256(upload.body)
        let upload = upload.drawn(hash)
        var draft = DecisionDraft(
            id: ids.next(),
            upload: upload,
            hash: hash,
            cacheKey: [],
            idempotency: nil
        )
        draft.route = .gemini
        var response: HTTPResponse
        do {
            if request.gated != nil {
                try await gate(&draft)
                let onReject = upload.snapshot.profile.door.onReject
                if !draft.isSent, draft.verdict == .reject, onReject == .pass { draft.passOn() }
                guard draft.isSent else {
                    response = try held(draft, request, target, onReject: onReject, query: query)
                    return await recorded(draft, response)
                }
            } else {
                draft.reasons = [.notGated]
                draft.isUpload = false
            }
            let pictures = try await pictures(
                of: request,
                measured: draft.measured?.image,
                profile: upload.snapshot.profile,
                deadline: deadline
            )
            let call = CloudClassifier.DoorCall(
                target: target,
                request: request,
                pictures: pictures,
                body: request.body(body, sending: pictures),
                query: query,
                deadline: deadline
            )
            let start = ContinuousClock.now
            switch try await cloud.forwarded(call, of: draft.upload, decisionID: draft.id) {
            case .stream(let stream, let settle):
                return streamed(stream, draft, call, since: start, settle: settle)
            case .whole(let forwarded, let cost):
                draft.take(forwarded.attempt, cost: cost, of: call)
                telemetry.cloudTook(ContinuousClock.now - start, model: target.model, of: draft)
                response = Self.response(to: forwarded)
            }
        } catch let error as ImagingError {
            draft.take(error)
            response = HTTPResponse(doorProblem: Problem(imaging: error, decisionID: draft.id))
        } catch let problem as Problem {
            draft.stayLocal(Self.reason(of: problem))
            response = HTTPResponse(doorProblem: problem)
        } catch {
            draft.stayLocal(.upstreamFailed)
            response = HTTPResponse(doorProblem: Problem(.internalError, "the call failed"))
        }
        return await recorded(draft, response)
    }

    private static func reason(of problem: Problem) -> Reason {
        switch problem.code {
        case .budgetExhausted: .budgetExhausted
        case .spendFrozen: .spendFrozen
        case .modelNotPriced: .priceMissing
        case .overloaded: .overloaded
        case .upstreamTimeout: .upstreamDeadline
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
            throw Problem(.overloaded, "too many pictures wait to be measured", headers: [("Retry-After", "1")])
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

    /// As the model sees them: without metadata, never larger than the profile says. Throws `ImagingError`, or a `Problem`
    /// `overloaded` or `upstream_timeout`.
    ///
    /// - Parameter measured: The gate's picture, where it has seen the one there is.
    func pictures(
        of request: DoorRequest,
        measured: RGBImage? = nil,
        profile: Profile,
        deadline: ContinuousClock.Instant
    ) async throws -> [ModelPicture] {
        var pictures: [ModelPicture] = []
        for picture in request.pictures {
            let encoded = await encoded(picture.bytes, measured: measured, profile: profile, deadline: deadline)
            pictures.append(try encoded.get())
        }
        return pictures
    }

    /// One of them. Apart from the loop, and never joined to it again: the optimiser of Swift 6.3.1 crashes on both in one.
    @inline(never)
    private func encoded(
        _ bytes: [UInt8],
        measured: RGBImage?,
        profile: Profile,
        deadline: ContinuousClock.Instant
    ) async -> Result<ModelPicture, any Error> {
        guard ContinuousClock.now < deadline else {
            let late = "the pictures took longer to encode than the call may last"
            return .failure(Problem(.upstreamTimeout, late))
        }
        let result = await pool.run {
            Result { () throws(ImagingError) in
                try ModelPicture.encoded(from: bytes, measured: measured, profile: profile)
            }
        }
        switch result {
        case .success(let picture): return .success(picture)
        case .failure(let error): return .failure(error)
        case nil:
            let many = "too many pictures wait to be encoded"
            return .failure(Problem(.overloaded, many, headers: [("Retry-After", "1")]))
        }
    }

    private static func response(to forwarded: GeminiClient.Forwarded) -> HTTPResponse {
        guard let response = forwarded.response else {
            let isLate = forwarded.attempt.outcome == .deadline
            return HTTPResponse(
                doorProblem: Problem(
                    isLate ? .upstreamTimeout : .upstreamFailed,
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
        response.headers += draft.doorHeaders
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
