package import Documents

/// One setting of a document: its dotted path and its value, in the form documents write it.
package struct Setting: Sendable, Hashable {
    /// `gate.sharpness.min`; list items as `fields[2].name`.
    package let path: String
    /// A scalar or a list of scalars.
    package let value: JSON

    package init(_ path: String, _ value: JSON) {
        self.path = path
        self.value = value
    }

    /// The value for people: text without its quotes.
    package var shown: String { Self.shown(value) }

    package static func shown(_ value: JSON) -> String {
        switch value {
        case .string(let text): text
        case .array(let items): items.isEmpty ? "none" : items.map { shown($0) }.joined(separator: ", ")
        default: value.text()
        }
    }
}

extension Setting {
    /// Every setting that stands in a document, in its order.
    package static func all(in root: DocumentNode) -> [Setting] {
        var settings: [Setting] = []
        collect(root, path: "", into: &settings)
        return settings
    }

    private static func collect(_ node: DocumentNode, path: String, into settings: inout [Setting]) {
        if let members = node.object, !members.isEmpty || path.isEmpty {
            for member in members {
                collect(member.node, path: path.isEmpty ? member.key : "\(path).\(member.key)", into: &settings)
            }
        } else if let items = node.array, items.contains(where: { $0.array != nil || $0.object != nil }) {
            for (index, item) in items.enumerated() { collect(item, path: "\(path)[\(index)]", into: &settings) }
        } else {
            settings.append(Setting(path, JSON(node)))
        }
    }
}
