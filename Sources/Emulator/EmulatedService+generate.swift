import Documents
import Platform

/// `generateContent`: reading, faults, the answer, the books.
extension EmulatedService {
    /// How a call ended, before it is written down.
    private struct Ending {
        var response: HTTPResponse
        /// Nil where the connection was cut before any.
        var status: Int?
        var outcome: String
        /// What was worked out, whether or not it reached the caller.
        var answer: GenerateAnswer?
    }

    func generate(_ request: HTTPRequest, _ id: String, _ version: String) async -> HTTPResponse {
        let parsed: Result<GenerateRequest, GoogleError>? =
            configuration.isCanned
            ? nil : Result { () throws(GoogleError) in try answerer.request(try self.parsed(request.body)) }
        // A refused request has no picture.
        let picture = (try? parsed?.get())?.pictures.first?.bytes
        let call = log.begin(
            model: id,
            attempt: request.header("torii-attempt") ?? "",
            keyHash: key(request).map { String(Encoding.hex(Crypto.sha256(Array($0.utf8))).prefix(12)) } ?? "",
            imageSHA256: picture.map { Encoding.hex(Crypto.sha256($0)) } ?? "",
            bytes: request.body.count
        )
        let ending: Ending
        do throws(GoogleError) {
            ending = try await answer(request, parsed, id, version, call)
        } catch {
            ending = Ending(response: Self.response(error), status: error.code, outcome: "status_\(error.code)")
        }
        log.end(call.sequence, outcome: ending.outcome, answer: ending.answer)
        guard let journal, await !journal.note(entry(request, call, ending)) else { return ending.response }
        return Self.response(
            GoogleError(code: 500, status: "INTERNAL", message: "The emulator's journal cannot be written.")
        )
    }

    private func entry(_ request: HTTPRequest, _ call: FaultCall, _ ending: Ending) -> JournalEntry {
        let bill = ending.answer.map { answer in
            EmulatedPrice.nanoUSD(
                of: answer.usage,
                model: answer.modelVersion,
                tier: answer.usage.tier,
                at: configuration.clock.now()
            )
        }
        return JournalEntry(
            sequence: call.sequence,
            path: request.path,
            model: call.model,
            attempt: request.header("torii-attempt") ?? "",
            modelVersion: ending.answer?.modelVersion ?? "",
            status: ending.status,
            outcome: ending.outcome,
            usage: ending.answer?.usage,
            nanoUSD: bill ?? 0
        )
    }

    /// - Parameter parsed: Nil where requests are not read.
    private func answer(
        _ request: HTTPRequest,
        _ parsed: Result<GenerateRequest, GoogleError>?,
        _ id: String,
        _ version: String,
        _ call: FaultCall
    ) async throws(GoogleError) -> Ending {
        let fault = script.fault(for: call, seed: configuration.seed) ?? Fault()
        if let hold = fault.hold { await log.wait(for: hold) }
        // A cancelled wait (the server stops) goes on at once.
        if let delay = fault.delay { try? await Task.sleep(for: delay) }
        if case .failure(let failure) = fault.answer {
            let response = Self.response(failure, failure.error(model: id, version: version))
            return Ending(response: response, status: failure.status, outcome: "status_\(failure.status)")
        }
        if fault.answer == .cut(.beforeAnswer) {
            return Ending(response: Self.json(.object([]), cutAfter: 0), status: nil, outcome: "cut_beforeAnswer")
        }
        try authorize(request)
        // Google ends short server timeouts at once.
        if let seconds = request.header("x-server-timeout").flatMap({ Double($0) }), seconds < 10 {
            throw GoogleError(code: 500, status: "INTERNAL", message: "An internal error has occurred.")
        }
        let model = try answerer.model(id, version: version, method: "generateContent")
        var draft =
            if let parsed { try await answerer.draft(try parsed.get(), model, sequence: call.sequence) } else {
                answerer.canned(model, sequence: call.sequence)
            }
        let outcome = apply(fault, to: &draft)
        let body = draft.answer.json.encoded(pretty: true)
        let cut = fault.answer == .cut(.midAnswer) ? body.count / 2 : nil
        return Ending(response: Self.json(body, cutAfter: cut), status: 200, outcome: outcome, answer: draft.answer)
    }

    /// Changes the answer; the word for the log.
    private func apply(_ fault: Fault, to draft: inout Answerer.Draft) -> String {
        if let version = fault.modelVersion { draft.answer.modelVersion = version }
        if fault.hidesUsage { draft.answer.reportsUsage = false }
        switch fault.answer {
        case .whole, .failure, .cut(.beforeAnswer): return "ok"
        case .cut(.midAnswer): return "cut_midAnswer"
        case .malformed(let kind):
            draft.answer.malformed(kind, schema: draft.schema)
            return "malformed_\(kind.rawValue)"
        case .promptBlock(let reason):
            draft.answer.promptBlocked(reason)
            return "block_\(reason)"
        case .finish(let reason):
            draft.answer.finish(reason)
            return "finish_\(reason)"
        case .thinkEatsBudget:
            draft.answer.thinkEatsBudget(maxOutputTokens: draft.maxOutputTokens)
            return "thinkEatsBudget"
        case .empty(let kind):
            draft.answer.empty(kind)
            return "empty_\(kind.rawValue)"
        }
    }
}
