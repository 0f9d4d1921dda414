import Documents
import Gate
import Platform
import Policy

/// What a caller of Google's API is answered for a picture that was not sent: a blocked prompt, or what the gate itself saw.
/// Neither is ever dressed up as the model's: `modelVersion` says who speaks.
struct DoorAnswer {
    private let json: JSON

    static let gateVersion = "torii-gate/1"
    static let localVersion = "torii-local/1"

    /// Nothing came of it; `reason` says why.
    init(blocked reason: Reason, decisionID: String) {
        json = [
            "promptFeedback": [
                "blockReason": "OTHER",
                "blockReasonMessage": .string("the gate rejected the picture: \(reason.rawValue)"),
            ],
            "usageMetadata": ["promptTokenCount": 0, "totalTokenCount": 0],
            "modelVersion": .string(Self.gateVersion),
            "responseId": .string(decisionID),
        ]
    }

    /// The gate's own label, of the picture it measured. Nil when the caller's schema asks for something the gate has not seen.
    init?(local measurement: Measurement?, reason: Reason, schema: DocumentNode?, decisionID: String) {
        let text: String
        if let schema {
            guard let measurement, let value = Self.value(of: schema, named: "", measurement) else { return nil }
            text = value.text()
        } else {
            let category = measurement?.coarse.category.rawValue ?? CoarseCategory.unknown.rawValue
            text = "Not sent to a model (\(reason.rawValue)). Seen by the gate: \(category)."
        }
        json = [
            "candidates": [
                [
                    "content": ["role": "model", "parts": [["text": .string(text)]]],
                    "finishReason": "STOP",
                    "index": 0,
                ]
            ],
            "usageMetadata": ["promptTokenCount": 0, "candidatesTokenCount": 0, "totalTokenCount": 0],
            "modelVersion": .string(Self.localVersion),
            "responseId": .string(decisionID),
        ]
    }

    /// In the form the method asks for: one object, events, or a list.
    func response(stream: Bool, asEvents: Bool) -> HTTPResponse {
        let object = json.encoded()
        guard stream else {
            return HTTPResponse(status: 200, headers: [("Content-Type", "application/json")], body: .bytes(object))
        }
        guard asEvents else {
            return HTTPResponse(
                status: 200,
                headers: [("Content-Type", "application/json")],
                body: .bytes(Array("[".utf8) + object + Array("]".utf8))
            )
        }
        return HTTPResponse(
            status: 200,
            headers: [("Content-Type", "text/event-stream")],
            body: .bytes(Array("data: ".utf8) + object + Array("\r\n\r\n".utf8))
        )
    }

    /// A value of `schema` that the gate can vouch for: its colours, its coarse category where the caller has that very
    /// word, and nothing where nothing is allowed. Nil when there is none.
    private static func value(of schema: DocumentNode, named name: String, _ seen: Measurement) -> JSON? {
        let type = schema["type"]?.string?.lowercased()
        let letters = name.lowercased().filter(\.isLetter)
        if type == "object" {
            let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
            var members: [JSON.Member] = []
            for property in schema["properties"]?.object ?? [] {
                if let value = value(of: property.node, named: property.key, seen) {
                    members.append(.init(property.key, value))
                } else if required.contains(property.key) {
                    return nil
                }
            }
            return members.isEmpty ? nil : .object(members)
        }
        if let words = schema["enum"]?.array?.compactMap(\.string) {
            let category = seen.coarse.category.rawValue.lowercased()
            if let word = words.first(where: { $0.lowercased().filter(\.isLetter) == category }) {
                return .string(word)
            }
        } else if type == "array", ["dominantcolors", "dominantcolours", "colors", "colours"].contains(letters) {
            let most = schema["maxItems"].flatMap { $0.integer ?? $0.string.flatMap { Int64($0) } }
            return .array(seen.dominantColors.prefix(Int(clamping: most ?? 3)).map { .string($0.hex) })
        }
        return schema["nullable"]?.bool == true ? .null : nil
    }
}
