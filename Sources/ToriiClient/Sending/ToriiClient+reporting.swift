import Foundation

extension ToriiClient {
    /// What the server makes of a report.
    public struct ServerVerdict: Sendable, Hashable {
        public let decisionID: String
        /// Whether the server too lets the picture stay on the device.
        public let isReject: Bool
        /// A reject that is to be sent so that the gate's mistakes can be counted: upload it with this verdict.
        public let isAudit: Bool
        public let reasons: [String]
        /// Whether a newer policy is out.
        public let isStale: Bool
    }

    /// One picture that was judged here.
    public struct Judged: Sendable {
        public let imageID: String
        public let scores: DeviceScores
        public let verdict: LocalVerdict

        public init(imageID: String, scores: DeviceScores, verdict: LocalVerdict) {
            self.imageID = imageID
            self.scores = scores
            self.verdict = verdict
        }
    }

    /// Tells the server of a verdict: rejects are counted nowhere else. Throws `ToriiClientError`.
    @discardableResult
    public func report(_ judged: Judged) async throws(ToriiClientError) -> ServerVerdict {
        let response = try await sent(
            configuration.request(
                "POST",
                "/v1/gate",
                headers: ["Content-Type": "application/json", "Torii-Profile": configuration.profile],
                body: try body(of: judged)
            )
        )
        return try ServerVerdict(response.body)
    }

    /// Many at once, such as those of a night. One answer for each, in order; nil for a report that the server could not
    /// read. Throws `ToriiClientError`.
    @discardableResult
    public func report(_ all: [Judged]) async throws(ToriiClientError) -> [ServerVerdict?] {
        var lines = Data()
        for judged in all { lines += try body(of: judged) + Data("\n".utf8) }
        let response = try await sent(
            configuration.request(
                "POST",
                "/v1/gate:batch",
                headers: ["Content-Type": "application/x-ndjson", "Torii-Profile": configuration.profile],
                body: lines
            )
        )
        let answers = response.body.split(separator: UInt8(ascii: "\n"))
        guard answers.count == all.count else {
            throw ToriiClientError(
                .notUnderstood,
                status: response.status,
                message: "\(all.count) reports were sent and \(answers.count) answers came"
            )
        }
        // A line with a problem is none of a verdict.
        return answers.map { try? ServerVerdict(Data($0)) }
    }

    private func body(of judged: Judged) throws(ToriiClientError) -> Data {
        try encoded(
            GateReport(
                judged.scores,
                verdict: judged.verdict,
                imageID: judged.imageID,
                configuration: configuration,
                family: configuration.family,
                at: Date()
            )
        )
    }

    func encoded(_ report: GateReport) throws(ToriiClientError) -> Data {
        do { return try JSONEncoder().encode(report) } catch {
            throw ToriiClientError(.notUnderstood, message: "the scores cannot be written: \(error)")
        }
    }

    /// An answer of success. Throws `offline`, or what the server refuses with.
    func sent(_ request: TransportRequest) async throws(ToriiClientError) -> TransportResponse {
        let response: TransportResponse
        do { response = try await transport.response(to: request) } catch {
            throw ToriiClientError(.offline, message: "no answer: \(error.localizedDescription)")
        }
        guard (200..<300).contains(response.status) else { throw ToriiClientError(response) }
        return response
    }
}

extension ToriiClient.ServerVerdict {
    private struct Body: Decodable {
        struct Reason: Decodable { let code: String }
        struct Policy: Decodable { let clientRevisionStale: Bool? }
        let decisionId: String
        let verdict: String
        let reasons: [Reason]
        let audit: Bool?
        let policy: Policy
    }

    /// Throws `notUnderstood`.
    fileprivate init(_ data: Data) throws(ToriiClientError) {
        do {
            let body = try JSONDecoder().decode(Body.self, from: data)
            decisionID = body.decisionId
            isReject = body.verdict == "reject"
            isAudit = body.audit ?? false
            reasons = body.reasons.map(\.code)
            isStale = body.policy.clientRevisionStale ?? false
        } catch {
            throw ToriiClientError(.notUnderstood, message: "the answer cannot be read: \(error)")
        }
    }
}
