import Documents
import Foundation
import Platform

/// A data folder with a policy, an emulator in a process of its own, and a server that can be killed and started again.
final class TestServer: Sendable {
    let folder: String
    let policies: String
    let emulator: ToriiProcess
    let emulatorURL: String
    let http = HTTPClient()

    var data: String { "\(folder)/data" }

    /// The policies of the tree; `edit` changes the text of a document by its path.
    init(script: String? = nil, edit: (String, String) -> String = { $1 }) async throws {
        folder = NSTemporaryDirectory() + "torii-e2e-\(UUID().uuidString)"
        policies = "\(folder)/policies"
        let manager = FileManager.default
        try manager.createDirectory(atPath: policies + "/contracts", withIntermediateDirectories: true)
        let source = Self.root + "/policies"
        for path in ["ios.json5", "android.json5", "prices.json5", "models.json5", "contracts/wallpaper.json5"] {
            let text = try String(contentsOfFile: "\(source)/\(path)", encoding: .utf8)
            try edit(path, text).write(toFile: "\(policies)/\(path)", atomically: true, encoding: .utf8)
        }
        var arguments = ["emulator", "--port", "0"]
        if let script {
            try script.write(toFile: "\(folder)/script.json5", atomically: true, encoding: .utf8)
            arguments += ["--script", "\(folder)/script.json5"]
        }
        emulator = try ToriiProcess(arguments)
        let line = await emulator.line(containing: "http://") ?? ""
        guard let url = line.split(separator: " ").last(where: { $0.hasPrefix("http://") }) else {
            throw TestServerError(message: "the emulator did not start: \(emulator.text)")
        }
        emulatorURL = String(url)
    }

    /// The root of the tree.
    static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
        separator: "/"
    )

    /// A server on the data folder; returns it with its base URL once it is ready. Asks the emulator unless told of
    /// another endpoint.
    func start(endpoint: String? = nil, _ more: [String] = []) async throws -> (process: ToriiProcess, url: String) {
        let process = try ToriiProcess(
            [
                "serve", "--port", "0", "--data", data, "--policies", policies,
                "--gemini-base-url", endpoint ?? emulatorURL,
            ] + more,
            environment: ["GEMINI_API_KEY": "test-key-\(UUID().uuidString)"]
        )
        guard let line = await process.line(containing: "/dashboard"),
            let url = line.split(separator: " ").last(where: { $0.hasPrefix("http") })
        else { throw TestServerError(message: "the server did not start: \(process.text)") }
        return (process, String(url.replacing("/dashboard", with: "")))
    }

    /// A client key, made by the command line (through the server's socket when one runs).
    func makeKey() throws -> String {
        let result = try ToriiProcess.run(
            ["keys", "create", "--data", data, "--scope", "client", "--name", "test", "--json"]
        )
        let root = DocumentReader.read(Array(result.output.utf8), file: "key", dialect: .json).root
        guard let key = root?["key"]?.string else { throw TestServerError(message: "no key: \(result.output)") }
        return key
    }

    func upload(
        _ bytes: [UInt8],
        to url: String,
        key: String,
        idempotencyKey: String? = nil,
        profile: String = "ios"
    ) async -> Result<HTTPClient.Response, HTTPClient.Failure> {
        var headers = [("Authorization", "Bearer \(key)"), ("Torii-Profile", profile)]
        if let idempotencyKey { headers.append(("Idempotency-Key", idempotencyKey)) }
        let request = HTTPClient.Request(method: "POST", url: "\(url)/v1/classify", headers: headers, body: bytes)
        return await http.response(to: request, deadline: .now + .seconds(90))
    }

    func json(_ url: String) async throws -> DocumentNode {
        let request = HTTPClient.Request(method: "GET", url: url, maxResponseBytes: 64 << 20)
        let response = try await http.response(to: request, deadline: .now + .seconds(20)).get()
        guard let root = DocumentReader.read(response.body, file: url, dialect: .json).root else {
            throw TestServerError(message: "no JSON from \(url)")
        }
        return root
    }

    func end() {
        _ = emulator.terminate()
        http.close()
        try? FileManager.default.removeItem(atPath: folder)
    }
}

struct TestServerError: Error {
    let message: String
}
