import Documents
import Emulator
import Foundation
import Platform
import Testing

/// A running emulator and a client for it.
struct EmulatorFixture {
    let emulator: Emulator
    let http = HTTPClient()

    init(script: String? = nil, configure: (inout Emulator.Configuration) -> Void = { _ in }) throws {
        var configuration = Emulator.Configuration(script: script.map { Array($0.utf8) })
        configure(&configuration)
        emulator = try Emulator(configuration)
    }

    struct Answer {
        let status: Int
        let headers: [(name: String, value: String)]
        let body: [UInt8]

        func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

        var text: String { String(decoding: body, as: UTF8.self) }

        /// The body as JSON.
        var node: DocumentNode { get throws { try Requests.node(body) } }

        /// The pieces of a stream of events, each as JSON.
        var events: [DocumentNode] {
            get throws {
                #expect(text.hasSuffix("\r\n\r\n"))
                return try text.components(separatedBy: "\r\n\r\n").dropLast().map { event in
                    #expect(event.hasPrefix("data: ") && !event.contains("\n"))
                    return try Requests.node(String(event.dropFirst(6)))
                }
            }
        }

        /// The text of all parts of the only candidate.
        var output: String {
            get throws {
                let parts = try node["candidates"]?.array?.first?["content"]?["parts"]?.array ?? []
                return parts.compactMap { $0["text"]?.string }.joined()
            }
        }
    }

    func exchange(
        _ method: String,
        _ path: String,
        body: [UInt8] = [],
        headers: [(name: String, value: String)] = [(name: "x-goog-api-key", value: "test-key")]
    ) async -> Result<Answer, HTTPClient.Failure> {
        let request = HTTPClient.Request(
            method: method,
            url: emulator.baseURL + path,
            headers: headers + [(name: "Content-Type", value: "application/json")],
            body: body
        )
        return await http.response(to: request, deadline: .now + .seconds(120)).map {
            Answer(status: $0.status, headers: $0.headers, body: $0.body)
        }
    }

    func get(_ path: String) async throws -> Answer { try await exchange("GET", path).get() }

    func generate(
        _ body: [UInt8],
        model: String = "gemini-3.5-flash-lite",
        headers: [(name: String, value: String)] = [(name: "x-goog-api-key", value: "test-key")]
    ) async throws -> Answer {
        try await exchange("POST", "/v1beta/models/\(model):generateContent", body: body, headers: headers).get()
    }

    /// `sse` asks for events, else for an array.
    func stream(
        _ body: [UInt8],
        model: String = "gemini-3.5-flash-lite",
        sse: Bool = true,
        headers: [(name: String, value: String)] = [(name: "x-goog-api-key", value: "test-key")]
    ) async throws -> Answer {
        let path = "/v1beta/models/\(model):streamGenerateContent" + (sse ? "?alt=sse" : "")
        return try await exchange("POST", path, body: body, headers: headers).get()
    }

    func stop() async {
        await emulator.stop()
        http.close()
    }
}
