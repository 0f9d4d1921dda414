import Documents
import Platform

/// Batches: half price, answers later.
extension EmulatedService {
    func createBatch(_ request: HTTPRequest, model id: String, version: String) throws(GoogleError) -> HTTPResponse {
        try authorize(request)
        let model = try answerer.model(id, version: version, method: "batchGenerateContent")
        var reader = WireReader()
        let read = reader.read(try parsed(request.body), as: .message("BatchGenerateContentRequest"))
        guard reader.violations.isEmpty, let batch = read?["batch"] else { throw .violations(reader.violations) }
        let input = batch["inputConfig"]
        let requests: [BatchJob.Request]
        switch (input?["requests"]?["requests"]?.array, input?["fileName"]?.string) {
        case (let inline?, nil): requests = try self.requests(inline)
        case (nil, let name?): requests = try self.requests(file: name)
        default: throw .invalidArgument("Exactly one of input_config.requests and input_config.file_name must be set.")
        }
        guard !requests.isEmpty else { throw .invalidArgument("The batch has no requests.") }
        let now = configuration.clock.now()
        let job = batches.add { name in
            BatchJob(
                name: name,
                model: model.id,
                displayName: batch["displayName"]?.string ?? "",
                created: now,
                requests: requests,
                isFromFile: input?["fileName"] != nil,
                updated: now
            )
        }
        return Self.json(job.json)
    }

    private func requests(_ inline: [DocumentNode]) throws(GoogleError) -> [BatchJob.Request] {
        var requests: [BatchJob.Request] = []
        for (index, item) in inline.enumerated() {
            guard let request = item["request"] else {
                throw .invalidArgument("input_config.requests.requests[\(index)].request is not set.")
            }
            let tag = item["metadata"].map { JSON.Member("metadata", JSON($0)) }
            requests.append(BatchJob.Request(tag: tag, request: request))
        }
        return requests
    }

    /// One `{"key": …, "request": …}` a line. A line that is none refuses the batch.
    private func requests(file name: String) throws(GoogleError) -> [BatchJob.Request] {
        guard let file = files.file(name, at: configuration.clock.now()) else { throw .missingFile(name) }
        var requests: [BatchJob.Request] = []
        for (index, line) in file.bytes.split(separator: 0x0A).enumerated() {
            let node = DocumentReader.read(Array(line), file: "line", dialect: .json).root
            guard let node, let request = node["request"] else {
                throw .invalidArgument("Line \(index + 1) of \(name) is no request: `{\"key\": …, \"request\": …}`.")
            }
            requests.append(
                BatchJob.Request(tag: node["key"].map { JSON.Member("key", JSON($0)) }, request: request)
            )
        }
        return requests
    }

    func listBatches(_ request: HTTPRequest) throws(GoogleError) -> HTTPResponse {
        try authorize(request)
        let page = try Page(
            of: batches.all,
            size: request.queryItem("pageSize"),
            token: request.queryItem("pageToken"),
            usual: 10,
            largest: 100
        )
        let items: [JSON.Member] =
            page.items.isEmpty ? [] : [.init("operations", .array(page.items.map(\.json)))]
        return Self.json(.object(items + page.next))
    }

    /// A look: it moves the batch on.
    func batch(_ request: HTTPRequest, _ id: String) async throws(GoogleError) -> HTTPResponse {
        try authorize(request)
        guard let (job, isMine) = batches.look("batches/\(id)", at: configuration.clock.now()) else {
            throw .unknownRoute
        }
        guard isMine else { return Self.json(job.json) }
        var results: [BatchJob.Result] = []
        for (index, item) in job.requests.enumerated() {
            let outcome = await outcome(item, number: index + 1, of: job, path: request.path)
            results.append(BatchJob.Result(tag: item.tag, outcome: outcome))
        }
        var file: StoredFile?
        if job.isFromFile {
            let lines = Array(results.map { $0.json.encoded() + [0x0A] }.joined())
            file = try files.keep(lines, mimeType: "application/jsonl", at: configuration.clock.now())
        }
        let done = batches.finish(job.name, results: results, file: file?.name, at: configuration.clock.now())
        return Self.json((done ?? job).json)
    }

    /// What becomes of one request.
    private func outcome(
        _ item: BatchJob.Request,
        number: Int,
        of job: BatchJob,
        path: String
    ) async -> JSON.Member {
        if script.batches.failing.contains(number) {
            return .init("error", BatchJob.error(13, "An internal error has occurred."))
        }
        do throws(GoogleError) {
            return .init("response", try await answer(to: item.request, of: job, path: path).json)
        } catch {
            return .init("error", BatchJob.error(error.rpcCode, error.message))
        }
    }

    private func answer(
        to node: DocumentNode,
        of job: BatchJob,
        path: String
    ) async throws(GoogleError) -> GenerateAnswer {
        let parsed = Result { () throws(GoogleError) in try answerer.request(node) }
        let picture = (try? parsed.get())?.pictures.first?.bytes
        let call = log.begin(
            model: job.model,
            attempt: "",
            keyHash: "",
            imageSHA256: picture.map { Encoding.hex(Crypto.sha256($0)) } ?? "",
            bytes: 0,
            age: age
        )
        var booking = Booking(call: call, path: path, attempt: "", outcome: "ok")
        let result: Result<GenerateAnswer, GoogleError>
        do throws(GoogleError) {
            // Nobody waits and there is no connection to cut: of faults only what changes an answer counts.
            let fault = script.fault(for: call, seed: configuration.seed) ?? Fault()
            if case .failure(let failure) = fault.answer { throw failure.error(model: job.model, version: "v1beta") }
            let model = try answerer.model(job.model, version: "v1beta", method: "batchGenerateContent")
            var draft = try await answerer.draft(
                try parsed.get(),
                model,
                sequence: call.sequence,
                refused: fault.refuses
            )
            booking.outcome = apply(fault, to: &draft)
            (booking.status, booking.answer) = (200, draft.answer)
            (booking.worker, booking.tier) = (model.id, "batch")
            result = .success(draft.answer)
        } catch {
            (booking.status, booking.outcome) = (error.code, "status_\(error.code)")
            result = .failure(error)
        }
        guard await book(booking) else { throw .journalFailed }
        return try result.get()
    }

    func cancelBatch(_ request: HTTPRequest, _ id: String) throws(GoogleError) -> HTTPResponse {
        try authorize(request)
        guard batches.cancel("batches/\(id)", at: configuration.clock.now()) else { throw .unknownRoute }
        return Self.json(.object([]))
    }

    func deleteBatch(_ request: HTTPRequest, _ id: String) throws(GoogleError) -> HTTPResponse {
        try authorize(request)
        guard batches.delete("batches/\(id)") else { throw .unknownRoute }
        return Self.json(.object([]))
    }
}

extension GoogleError {
    /// The code of gRPC for the status.
    fileprivate var rpcCode: Int64 {
        let codes: [String: Int64] = [
            "INVALID_ARGUMENT": 3, "DEADLINE_EXCEEDED": 4, "NOT_FOUND": 5, "PERMISSION_DENIED": 7,
            "RESOURCE_EXHAUSTED": 8, "FAILED_PRECONDITION": 9, "INTERNAL": 13, "UNAVAILABLE": 14,
            "UNAUTHENTICATED": 16,
        ]
        return codes[status] ?? 2
    }
}
