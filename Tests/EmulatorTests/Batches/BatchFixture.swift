import Documents
import Platform
import Testing

/// Batches over HTTP.
extension EmulatorFixture {
    static let model = "/v1beta/models/gemini-3.5-flash-lite"

    /// One text request, tagged.
    static func inlined(_ key: String, text: String = "12345678", config: String = "{}") -> String {
        #"{"request":{"contents":[{"parts":[{"text":"\#(text)"}]}],"generationConfig":\#(config)},"#
            + #""metadata":{"key":"\#(key)"}}"#
    }

    func createBatch(_ requests: [String], name: String = "d") async throws -> DocumentNode {
        let body =
            #"{"batch":{"displayName":"\#(name)","inputConfig":{"requests":{"requests":["#
            + requests.joined(separator: ",") + "]}}}}"
        let answer = try await exchange("POST", Self.model + ":batchGenerateContent", body: Array(body.utf8)).get()
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.node
    }

    func batch(_ node: DocumentNode) async throws -> DocumentNode {
        try await get("/v1beta/\(node["name"]?.string ?? "")").node
    }

    /// A file that was uploaded in the pieces given; its name.
    func upload(_ pieces: [[UInt8]], type: String = "application/jsonl") async throws -> String {
        let size = pieces.reduce(0) { $0 + $1.count }
        let begun = try await exchange(
            "POST",
            "/upload/v1beta/files",
            body: Array(#"{"file":{"display_name":"requests"}}"#.utf8),
            headers: [
                (name: "x-goog-api-key", value: "k"), (name: "X-Goog-Upload-Protocol", value: "resumable"),
                (name: "X-Goog-Upload-Command", value: "start"),
                (name: "X-Goog-Upload-Header-Content-Length", value: String(size)),
                (name: "X-Goog-Upload-Header-Content-Type", value: type),
            ]
        ).get()
        let url = try #require(begun.header("x-goog-upload-url"))
        #expect(begun.status == 200 && url.hasPrefix(emulator.baseURL))
        var offset = 0
        var last: Answer?
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            let headers = [
                (name: "X-Goog-Upload-Command", value: isLast ? "upload, finalize" : "upload"),
                (name: "X-Goog-Upload-Offset", value: String(offset)),
            ]
            let path = String(url.dropFirst(emulator.baseURL.count))
            let answer = try await exchange("POST", path, body: piece, headers: headers).get()
            #expect(answer.header("x-goog-upload-status") == (isLast ? "final" : "active"), "\(answer.text)")
            offset += piece.count
            last = answer
        }
        return try #require(try last?.node["file"]?["name"]?.string)
    }
}
