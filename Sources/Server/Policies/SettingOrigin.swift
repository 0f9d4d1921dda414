package import Documents
package import Policy

/// Where a setting in force comes from.
package enum SettingOrigin: Sendable, Hashable {
    /// It stands in the document, here.
    case document(SourcePosition)
    /// The document leaves it out.
    case standard

    /// Where the setting of a dotted path stands in a document, or that it does not.
    package init(of path: String, in root: DocumentNode) {
        var node = root
        for key in path.split(separator: ".") {
            guard let next = node[String(key)] else {
                self = .standard
                return
            }
            node = next
        }
        self = .document(node.start)
    }
}

extension PolicySet {
    /// The document of a profile, its settings in force, and where each comes from. Nil for a profile nobody has.
    package func effective(profile name: String) -> (document: PolicyDocument, settings: [(Setting, SettingOrigin)])? {
        guard let profile = profiles[name], let document = document(ofProfile: name),
            let root = DocumentReader.read(document.bytes, file: document.path, dialect: .json5).root
        else { return nil }
        return (document, profile.settings.map { ($0, SettingOrigin(of: $0.path, in: root)) })
    }
}
