import Documents
import Platform

/// What a demo shows beside its main job, on its own ledger and through its own server: a policy planned and applied, a cap
/// that holds, a dial that turns. At a reader's pace on a terminal, at once elsewhere.
struct DemoTour: Sendable {
    let console: Console
    let http: HTTPClient
    let adminKey: String
    let keys: [String: String]
    /// Whether somebody reads along.
    let isPaced: Bool

    func heading(_ text: String) async {
        let text = text.count <= console.demoWidth ? text : text.cell(console.demoWidth)
        console.out("\n" + (console.style.colour ? "\u{1B}[1m\(text)\u{1B}[0m" : text))
        await pause(.seconds(2))
    }

    /// Time to read.
    func pause(_ time: Duration) async {
        if isPaced { try? await Task.sleep(for: time) }  // Cancelled: nobody reads.
    }

    /// An admin's request, as anybody could make it.
    func admin(_ path: String, _ body: JSON, port: Int) async throws(Stop) -> DocumentNode {
        try await json("POST", path, body.encoded(), key: adminKey, port: port)
    }

    func get(_ path: String, port: Int) async throws(Stop) -> DocumentNode {
        try await json("GET", path, [], key: adminKey, port: port)
    }

    private func json(
        _ method: String,
        _ path: String,
        _ body: [UInt8],
        key: String,
        port: Int
    ) async throws(Stop) -> DocumentNode {
        let request = HTTPClient.Request(
            method: method,
            url: "http://127.0.0.1:\(port)\(path)",
            headers: [("Authorization", "Bearer \(key)")],
            body: body
        )
        switch await http.response(to: request, deadline: .now + .seconds(60)) {
        case .failure(let failure): throw .failed("\(path): \(failure.message)")
        case .success(let response):
            let root = DocumentReader.read(response.body, file: path, dialect: .json).root
            guard response.status == 200, let root else {
                throw .failed("\(path): \(response.status) \(root?["detail"]?.string ?? "")")
            }
            return root
        }
    }
}
