import Documents
import Emulator
import Foundation
import Platform

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
        return await http.response(to: request, deadline: .now + .seconds(30)).map {
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

    func stop() async {
        await emulator.stop()
        http.close()
    }
}
