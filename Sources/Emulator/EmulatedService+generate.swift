import Documents
import Platform

/// `generateContent` and `streamGenerateContent`: reading, faults, the answer, the books.
extension EmulatedService {
    /// How a call ended, before it is written down.
    private struct Ending {
        var response: HTTPResponse
        /// Nil where the connection was cut before any.
        var status: Int?
        var outcome: String
        /// What was worked out, whether or not it reached the caller.
        var answer: GenerateAnswer?
        /// The model that worked it out, whatever name it answers under.
        var worker = ""
    }

    func generate(_ request: HTTPRequest, _ target: GenerateTarget) async -> HTTPResponse {
        let parsed: Result<GenerateRequest, GoogleError>? =
            configuration.isCanned
            ? nil : Result { () throws(GoogleError) in try answerer.request(try self.parsed(request.body)) }
        // A refused request has no picture.
        let picture = (try? parsed?.get())?.pictures.first?.bytes
        let call = log.begin(
            model: target.model,
            attempt: request.header("torii-attempt") ?? "",
            keyHash: key(request).map { String(Encoding.hex(Crypto.sha256(Array($0.utf8))).prefix(12)) } ?? "",
            imageSHA256: picture.map { Encoding.hex(Crypto.sha256($0)) } ?? "",
            bytes: request.body.count,
            age: age
        )
        let ending: Ending
        do throws(GoogleError) {
            ending = try await answer(request, parsed, target, call)
        } catch {
            let response = Self.response(error, form: target.form)
            ending = Ending(response: response, status: error.code, outcome: "status_\(error.code)")
        }
        let isBooked = await book(
            Booking(
                call: call,
                path: request.path,
                attempt: request.header("torii-attempt") ?? "",
                status: ending.status,
                outcome: ending.outcome,
                answer: ending.answer,
                worker: ending.worker,
                tier: ending.answer?.usage.tier ?? ""
            )
        )
        return isBooked ? ending.response : Self.response(.journalFailed, form: target.form)
    }

    /// - Parameter parsed: Nil where requests are not read.
    private func answer(
        _ request: HTTPRequest,
        _ parsed: Result<GenerateRequest, GoogleError>?,
        _ target: GenerateTarget,
        _ call: FaultCall
    ) async throws(GoogleError) -> Ending {
        // Google ends short server timeouts at once.
        let timeout = request.header("x-server-timeout").flatMap { Double($0) }
        if let timeout, timeout < ServerTimeout.least { throw .internalError }
        let fault = try scripted(request, call)
        if let hold = fault.hold { await log.wait(for: hold) }
        try await wait(fault.delay, timeout: timeout)
        let failure: Failure? = if case .failure(let failure) = fault.answer { failure } else { nil }
        let error = failure?.error(model: target.model, version: target.version)
        if let failure, let error, fault.afterPieces == nil || target.form == .whole {
            return Ending(
                response: Self.response(failure, error, form: target.form),
                status: failure.status,
                outcome: "status_\(failure.status)"
            )
        }
        if fault.answer == .cut(.beforeAnswer) {
            return Ending(response: Self.json([], cutAfter: 0), status: nil, outcome: "cut_beforeAnswer")
        }
        try authorize(request)
        let model = try answerer.model(target.model, version: target.version, method: "generateContent")
        try quotas.admit(model: model.id, at: configuration.clock.now())
        var draft =
            if let parsed {
                try await answerer.draft(
                    try parsed.get(),
                    model,
                    sequence: call.sequence,
                    refused: fault.refuses
                )
            } else {
                answerer.canned(model, sequence: call.sequence)
            }
        let outcome = apply(fault, to: &draft)
        let broken = error.map { (after: fault.afterPieces ?? 0, body: $0.json) }
        return Ending(
            response: rendered(draft, target.form, fault, error: broken),
            status: 200,
            outcome: failure.map { "broken_\($0.status)" } ?? outcome,
            answer: draft.answer,
            worker: model.id
        )
    }

    /// What the header asks for, else what the script does.
    private func scripted(_ request: HTTPRequest, _ call: FaultCall) throws(GoogleError) -> Fault {
        guard let text = request.header("torii-fault") else {
            return script.fault(for: call, seed: configuration.seed) ?? Fault()
        }
        do throws(EmulatorError) {
            return try FaultScriptReader.action(text)
        } catch {
            throw .invalidArgument("The header Torii-Fault is no action: \(error.message)")
        }
    }

    private func wait(_ delay: Duration?, timeout: Double?) async throws(GoogleError) {
        guard let delay else { return }
        let wait = ServerTimeout.wait(delay, timeout: timeout)
        // A cancelled wait (the server stops) goes on at once.
        try? await Task.sleep(for: wait.duration)
        if wait.isPastDeadline { throw .deadlineExceeded }
    }

    private func rendered(
        _ draft: Answerer.Draft,
        _ form: AnswerForm,
        _ fault: Fault,
        error: (after: Int, body: JSON)?
    ) -> HTTPResponse {
        let pieces = form == .whole ? [draft.answer] : draft.answer.pieces(hasUsagePiece: draft.model.sendsUsagePieces)
        let frames = form.frames(pieces.map(\.json), error: error)
        if fault.answer == .cut(.midAnswer) { return Self.cut(frames, type: form.contentType) }
        guard form != .whole else { return Self.json(Array(frames.joined())) }
        let log = self.log
        let holding = fault.holdAfter.map { (after: $0, wait: { @Sendable in await log.wait(for: .released) }) }
        return Self.stream(frames, pace: fault.pace, holding: holding, type: form.contentType)
    }
}
