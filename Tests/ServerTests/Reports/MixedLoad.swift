import Documents
import Platform
import Policy
import Testing

/// Uploads of every kind in two profiles, and what they must come to.
enum MixedLoad {
    static func setup() throws -> ServerUnderTest.Setup {
        var setup = ServerUnderTest.Setup()
        setup.script = """
            { rules: [
              { match: { nth: 2 }, action: { status: 503 } },
              { match: { nth: 4 }, action: { cut: "beforeAnswer" } },
              { match: { nth: 7 }, action: { block: "PROHIBITED_CONTENT" } },
            ] }
            """
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "android.json5" { try text.change("auditShare: 0", to: "auditShare: 0.05") }
        }
        return setup
    }

    /// Calls 1 to 7 in this order: sent, 503 and sent, cut and sent, audit, blocked.
    static func send(to server: ServerUnderTest) async throws {
        let first = try Pictures.sharp(seed: 71)
        try await expect(server.upload(first), "sent")
        try await expect(server.upload(Pictures.sharp(seed: 72)), "sent")
        try await expect(server.upload(first, profile: "android"), "cached")
        try await expect(server.upload(Pictures.sharp(seed: 73), profile: "android"), "sent")
        try await expect(server.upload(Pictures.blurred(20)), "rejected")
        try await expect(server.upload(Pictures.blurred(21)), "rejected")
        server.randomness.withLock { $0 = 0 }
        try await expect(server.upload(Pictures.blurred(22), profile: "android"), "sent")
        server.randomness.withLock { $0 = .max }
        try await expect(server.upload(Pictures.sharp(seed: 74)), "local")
        #expect(try await server.upload([1, 2, 3], profile: "android").status == 415)
        // Another score space than the profile's: sent, so no upload yet.
        #expect(try await server.ask(GateCase.base(), profile: "android").string("verdict") == "send")
        try await server.expectLedger(decisions: 10, attempts: 7)
    }

    private static func expect(_ answer: Answer, _ outcome: String) {
        #expect(answer.string("outcome") == outcome, "\(answer.text)")
    }
}

/// Figures of a text table: cells by label, the first line of each label.
struct TextFigures {
    private(set) var cells: [String: [String]] = [:]

    init(_ text: String, labelWidth: Int = 30, columns: Int = 3) {
        for line in text.split(separator: "\n") where line.count > labelWidth && !line.hasPrefix("-- ") {
            let words = line.prefix(labelWidth).split(separator: " ")
            let rest = line.dropFirst(labelWidth).split(separator: " ")
            let key = words.joined(separator: " ")
            if cells[key] == nil { cells[key] = rest.prefix(columns).map(String.init) }
        }
    }

    subscript(label: String) -> [String]? { cells[label] }
}
