import Documents
import Policy
import Testing

/// One report of a device and the right answer to it.
struct GateCase: Sendable, CustomTestStringConvertible {
    let name: String
    var profile = "ios"
    let body: String
    var verdict = "reject"
    var reasons = ["low_saliency"]
    var normalised: [String] = []
    var warnings: [String] = []

    var testDescription: String { name }

    /// The report the others vary from; members given here replace its own, an empty text takes one out.
    static func base(_ changes: [(String, String)] = [], adding: String = "") -> String {
        var members = [
            ("scoreSpace", #""apple-vision/18""#),
            ("scores", #"{"sharpness":0.31,"attentionArea":0.02,"objectnessArea":0.01}"#),
            ("labels", #"[{"id":"dog","confidence":0.91}]"#),
        ]
        for (key, value) in changes {
            members.removeAll { $0.0 == key }
            if !value.isEmpty { members.append((key, value)) }
        }
        return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + adding + "}"
    }

    static func base(sharpness: String) -> String {
        base([("scores", #"{"sharpness":\#(sharpness),"attentionArea":0.02,"objectnessArea":0.01}"#)])
    }

    static func base(attention: String) -> String {
        base([("scores", #"{"sharpness":0.31,"attentionArea":\#(attention),"objectnessArea":0.01}"#)])
    }

    /// With one kind of saliency as the scorer gives it.
    static func base(attentionMap: String, more: String = "") -> String {
        base([("scores", #"{"sharpness":0.31,"objectnessArea":0.01,"attention":\#(attentionMap)\#(more)}"#)])
    }

    static func base(labels: String) -> String { base([("labels", labels)]) }

    /// The profiles of the tree, without audits: iOS judges Apple's scores, Android those of ML Kit.
    static func documents(
        edit: (_ path: String, _ text: inout String) throws -> Void = { _, _ in }
    ) throws -> [PolicyDocument] {
        try PolicyDocuments.documents { path, text in
            try edit(path, &text)
        }
    }

    /// Runs `body` with a server that has these profiles.
    static func judged(_ body: (ServerUnderTest) async throws -> Void) async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try documents()
        try await ServerUnderTest.run(setup, body)
    }
}
