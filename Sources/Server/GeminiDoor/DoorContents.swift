import Documents
import Platform

/// Reads what a call shows the model: finds every picture, wherever one may stand, and refuses what cannot be bounded.
struct DoorContents {
    private(set) var pictures: [DoorRequest.Picture] = []
    private(set) var fillsContext = false

    /// Throws `invalid_field` and `unbounded_cost`.
    init(_ contents: DocumentNode?, instruction: DocumentNode?) throws(Problem) {
        for (path, part) in try Self.parts(of: contents?.items ?? [], at: "contents") { try read(part: part, at: path) }
        for (path, part) in try Self.parts(of: instruction.map { [$0] } ?? [], at: "systemInstruction") {
            // As the API has it.
            guard try DoorMessage.part.members(of: part, at: path).keys.allSatisfy({ $0 == "text" }) else {
                throw .invalid(path, "must be text: an instruction takes nothing else")
            }
        }
    }

    private static func parts(
        of contents: [DocumentNode],
        at path: String
    ) throws(Problem) -> [(path: String, part: DocumentNode)] {
        var parts: [(path: String, part: DocumentNode)] = []
        for (index, content) in contents.enumerated() {
            let place = "\(path)[\(index)]"
            let members = try DoorMessage.content.members(of: content, at: place)
            for (index, part) in (members["parts"]?.items ?? []).enumerated() {
                parts.append(("\(place).parts[\(index)]", part))
            }
        }
        return parts
    }

    private mutating func read(part: DocumentNode, at path: String) throws(Problem) {
        let members = try DoorMessage.part.members(of: part, at: path)
        if let blob = members["inlineData"] { try read(blob: blob, at: "\(path).inlineData") }
        if let resolution = members["mediaResolution"] {
            let place = "\(path).mediaResolution"
            // A number of one's own may be more than any level stands for.
            let own = try DoorMessage.mediaResolution.members(of: resolution, at: place)["numTokens"]
            if own != nil { fillsContext = true }
        }
        guard let response = members["functionResponse"] else { return }
        let place = "\(path).functionResponse"
        let parts = try DoorMessage.functionResponse.members(of: response, at: place)["parts"]?.items ?? []
        for (index, part) in parts.enumerated() {
            let place = "\(place).parts[\(index)]"
            if let blob = try DoorMessage.responsePart.members(of: part, at: place)["inlineData"] {
                try read(blob: blob, at: "\(place).inlineData")
            }
        }
    }

    /// Pictures; text, no token of which is shorter than a byte; PDFs, which fill a context at most. Sound and film have
    /// prices of their own, which the price book does not.
    private mutating func read(blob: DocumentNode, at path: String) throws(Problem) {
        let members = try DoorMessage.blob.members(of: blob, at: path)
        guard let data = members["data"], let text = data.string, let bytes = Encoding.bytes(base64: Array(text.utf8))
        else { throw .invalid("\(path).data", "must be base64") }
        let type = members["mimeType"]
        guard let name = type.map({ $0.string?.lowercased() }) ?? "" else {
            throw .invalid("\(path).mimeType", "must be text")
        }
        if name.isEmpty || name.hasPrefix("image/") {
            pictures.append(
                DoorRequest.Picture(
                    bytes: bytes,
                    data: data.start.offset..<data.end.offset,
                    mimeType: type.map { $0.start.offset..<$0.end.offset }
                )
            )
        } else if name == "application/pdf" {
            fillsContext = true
        } else if !name.hasPrefix("text/") {
            throw .unbounded("\(path).mimeType", "must be a picture, text or a PDF: nothing else has a price here")
        }
    }
}

extension DocumentNode {
    /// The values of a repeated member; the API takes one alone without its list.
    var items: [DocumentNode] { array ?? [self] }
}
