public import Foundation

extension ToriiClient {
    /// One picture to be classified.
    public struct Upload: Sendable {
        /// The encoded picture, at most `status.uploadMaxSide` pixels on its longer side.
        public var picture: Data
        /// What the picture is classified for: the same picture for another purpose is another upload.
        public var purpose: String
        public var scores: DeviceScores?
        public var verdict: LocalVerdict?
        /// Where the server was asked about the picture: an audit it drew then is completed by this upload.
        public var serverVerdict: ServerVerdict?
        public var conditions: DeviceConditions?
        /// 0.1...30 s from the last byte of the picture; nil: the profile's.
        public var deadline: TimeInterval?
        /// Nobody waits: the answer may come within a day, at half the price.
        public var mayWait: Bool

        public init(
            picture: Data,
            purpose: String = "classify",
            scores: DeviceScores? = nil,
            verdict: LocalVerdict? = nil,
            serverVerdict: ServerVerdict? = nil,
            conditions: DeviceConditions? = nil,
            deadline: TimeInterval? = nil,
            mayWait: Bool = false
        ) {
            self.picture = picture
            self.purpose = purpose
            self.scores = scores
            self.verdict = verdict
            self.serverVerdict = serverVerdict
            self.conditions = conditions
            self.deadline = deadline
            self.mayWait = mayWait
        }
    }

    /// Uploads a picture and decodes the answer. Sent again after whatever went wrong, it is the same upload: charged once,
    /// answered alike. Throws `ToriiClientError`.
    public func upload(_ upload: Upload) async throws(ToriiClientError) -> PictureAnswer {
        try PictureAnswer(try await sent(request(for: upload)))
    }

    /// The request alone, for a background session: write `body` to a file, and give the file and
    /// `URLRequest(request)` to `uploadTask(with:fromFile:)`. Its answer goes to ``answer(status:headers:body:)``.
    /// Background sessions send again even after an answer; the idempotency key makes that free. Throws `notUnderstood`.
    public func request(for upload: Upload) throws(ToriiClientError) -> TransportRequest {
        var headers = [
            "Content-Type": "application/octet-stream", "Torii-Profile": configuration.profile,
            "Idempotency-Key": idempotencyKey(of: upload),
        ]
        if let deadline = upload.deadline {
            headers["Torii-Deadline"] = "\(Int(min(max(deadline, 0.1), 30) * 1000))ms"
        }
        if upload.mayWait { headers["Prefer"] = "respond-async" }
        if let conditions = upload.conditions?.header { headers["Torii-Device"] = conditions }
        if let verdict = upload.serverVerdict { headers["Torii-Gate-Decision"] = verdict.decisionID }
        if let verdict = upload.verdict { headers["Torii-Policy-Revision"] = "\(verdict.revision)" }
        if let scores = upload.scores {
            let report = GateReport(
                scores,
                verdict: upload.verdict,
                imageID: upload.verdict.map(\.imageID).flatMap { Self.isImageID($0) ? $0 : nil },
                configuration: configuration,
                family: nil,
                at: Date()
            )
            let text = try encoded(report).base64EncodedString().replacingOccurrences(of: "+", with: "-")
                .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
            // Whole taxonomies are longer than a header may be; the server measures for itself then.
            if text.utf8.count <= Self.longestScores { headers["Torii-Scores"] = text }
        }
        return configuration.request("POST", "/v1/classify", headers: headers, body: upload.picture)
    }

    private static let longestScores = 4_096

    /// Whether the server takes it: one that it does not would cost the scores beside it.
    private static func isImageID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// What a background session was answered. Throws `ToriiClientError`.
    public func answer(status: Int, headers: [String: String], body: Data) throws(ToriiClientError) -> PictureAnswer {
        let lower = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { one, _ in one })
        let response = TransportResponse(status: status, headers: lower, body: body)
        guard (200..<300).contains(status) else { throw ToriiClientError(response) }
        return try PictureAnswer(response)
    }

    /// The answer to an earlier upload, for one that waits. Throws `ToriiClientError`.
    public func answer(to decisionID: String) async throws(ToriiClientError) -> PictureAnswer {
        try PictureAnswer(try await sent(configuration.request("GET", "/v1/decisions/\(decisionID)")))
    }

    /// A user's word on an answer. Throws `ToriiClientError`.
    ///
    /// - Parameter category: What a wrong answer should have been.
    public func tell(_ decisionID: String, isRight: Bool, category: String? = nil) async throws(ToriiClientError) {
        var word = ["decisionId": decisionID, "judgement": isRight ? "right" : "wrong"]
        if !isRight, let category { word["category"] = category }
        let body: Data
        do { body = try JSONEncoder().encode(word) } catch {
            throw ToriiClientError(.notUnderstood, message: "the word cannot be written: \(error)")
        }
        let headers = ["Content-Type": "application/json"]
        _ = try await sent(configuration.request("POST", "/v1/feedback", headers: headers, body: body))
    }

    /// The same for the same picture and purpose on this installation, also after the app was ended and started again.
    func idempotencyKey(of upload: Upload) -> String {
        let picture = SHA256.hex(SHA256.digest(of: Array(upload.picture)))
        let digest = SHA256.digest(of: Array("\(configuration.installID):\(picture):\(upload.purpose)".utf8))
        return "v1:" + SHA256.hex(digest)
    }
}
