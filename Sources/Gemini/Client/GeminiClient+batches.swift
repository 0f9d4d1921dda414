import Documents
import Platform
package import Policy

extension GeminiClient {
    /// Why a call about a batch came to nothing.
    package struct BatchFailure: Error, Sendable {
        package let outcome: GeminiOutcome
        /// Whether the batch may have been made, or changed, all the same.
        package let uncertain: Bool
    }

    /// The API's bound of what is sent in one body.
    package static let largestBatchBytes = 18_000_000

    /// Makes a batch. Each body is one of `requestBody`.
    package func makeBatch(
        name: String,
        model: String,
        requests: [(key: String, body: [UInt8])],
        contract: Contract,
        deadline: ContinuousClock.Instant
    ) async throws(BatchFailure) -> BatchStatus {
        let path = "models/\(HeaderText.pathSegment(model)):batchGenerateContent"
        let root = try await call("POST", path, body: BatchBody.bytes(name: name, requests: requests), deadline)
        return try status(root, contract: contract)
    }

    /// Looks at one batch.
    package func batch(
        _ name: String,
        contract: Contract,
        deadline: ContinuousClock.Instant
    ) async throws(BatchFailure) -> BatchStatus {
        try status(try await call("GET", HeaderText.pathSegment(name), body: [], deadline), contract: contract)
    }

    /// The batch that was made under this name, if one was.
    package func batch(
        displayName: String,
        contract: Contract,
        deadline: ContinuousClock.Instant
    ) async throws(BatchFailure) -> BatchStatus? {
        var page = ""
        repeat {
            let query = "?pageSize=100" + (page.isEmpty ? "" : "&pageToken=\(HeaderText.pathSegment(page))")
            let root = try await call("GET", "batches", query: query, body: [], deadline)
            for node in root.node["operations"]?.array ?? root.node["batches"]?.array ?? [] {
                let status = BatchStatus(node, contract: contract, emulated: root.emulated)
                if let status, status.displayName == displayName { return status }
            }
            page = root.node["nextPageToken"]?.string ?? ""
        } while !page.isEmpty
        return nil
    }

    /// Asks that nothing more be done of a batch.
    package func cancelBatch(_ name: String, deadline: ContinuousClock.Instant) async throws(BatchFailure) {
        _ = try await call("POST", HeaderText.pathSegment(name) + ":cancel", body: Array("{}".utf8), deadline)
    }

    private func call(
        _ method: String,
        _ path: String,
        query: String = "",
        body: [UInt8],
        _ deadline: ContinuousClock.Instant
    ) async throws(BatchFailure) -> (node: DocumentNode, emulated: Bool) {
        guard let key = key.headerValue else {
            throw BatchFailure(outcome: .auth("the key is empty or holds characters that no key has"), uncertain: false)
        }
        var request = HTTPClient.Request(method: method, url: "\(baseURL)/v1beta/\(path)\(query)", body: body)
        request.headers = [(name: "content-type", value: "application/json"), (name: "x-goog-api-key", value: key)]
        request.maxResponseBytes = 64 << 20
        switch await answer(to: request, deadline: deadline) {
        case .failure(let failure):
            throw BatchFailure(outcome: outcome(of: failure), uncertain: failure.dispatched)
        case .success(let response):
            let root = DocumentReader.read(response.body, file: "answer", dialect: .json).root
            guard (200...299).contains(response.status) else {
                let outcome = ErrorClassifier.outcome(
                    status: response.status,
                    headers: response.headers,
                    error: root.flatMap { StatusBody($0) }
                )
                throw BatchFailure(outcome: outcome, uncertain: response.status == 499)
            }
            guard let root, root.object != nil else {
                throw BatchFailure(outcome: .malformed("the body of the answer is not an object"), uncertain: true)
            }
            return (root, HeaderText.isEmulated(response.headers))
        }
    }

    private func status(
        _ root: (node: DocumentNode, emulated: Bool),
        contract: Contract
    ) throws(BatchFailure) -> BatchStatus {
        guard let status = BatchStatus(root.node, contract: contract, emulated: root.emulated) else {
            throw BatchFailure(outcome: .malformed("the answer is no batch"), uncertain: true)
        }
        return status
    }
}
