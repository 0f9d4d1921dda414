package import Documents
package import Ledger
package import Policy

extension RevisionRecord {
    /// When, who, from where, why, and for which share: what `policy history` and `GET /v1/profiles/{name}/history` list.
    package var summaryJSON: JSON {
        [
            "revision": .integer(Int64(number)),
            "at": .string(at.iso8601),
            "by": .string(by),
            "from": .string(from),
            "reason": .string(reason),
            "stage": stage.map { ["base": .integer(Int64($0.base)), "share": .double($0.share)] } ?? .null,
        ]
    }
}

extension PolicyDocument {
    package var json: JSON { ["path": .string(path), "text": .string(String(decoding: bytes, as: UTF8.self))] }

    /// The document of a JSON object with `path` and `text`.
    package init?(json: DocumentNode) {
        guard let path = json["path"]?.string, let text = json["text"]?.string else { return nil }
        self.init(path: path, bytes: Array(text.utf8))
    }
}

extension PolicySet {
    /// The settings in force of a profile, each with where it comes from: `document` with its place, or `default`.
    package func effectiveJSON(profile: String) -> JSON? {
        guard let (document, settings) = effective(profile: profile) else { return nil }
        return .array(
            settings.map { setting, origin in
                var members: [JSON.Member] = [.init("path", .string(setting.path)), .init("value", setting.value)]
                switch origin {
                case .standard: members.append(.init("origin", "default"))
                case .document(let place):
                    members.append(.init("origin", "document"))
                    members.append(.init("file", .string(document.path)))
                    members.append(.init("line", .integer(Int64(place.line))))
                    members.append(.init("column", .integer(Int64(place.column))))
                }
                return .object(members)
            }
        )
    }
}
