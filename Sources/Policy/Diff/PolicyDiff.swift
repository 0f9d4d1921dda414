package import Documents

/// What differs between two folders of documents, setting by setting.
///
/// Profiles are compared as they hold: writing down a default is no change. Other documents are compared as they are
/// written. A document whose text alone differs (layout, comments) is named all the same, since revisions keep text.
package struct PolicyDiff: Sendable, Hashable {
    package struct Change: Sendable, Hashable {
        package enum Kind: String, Sendable { case changed, added, removed }

        package let file: String
        package let path: String
        /// Nil: not set.
        package let before: JSON?
        package let after: JSON?

        package var kind: Kind { before == nil ? .added : after == nil ? .removed : .changed }
    }

    package let changes: [Change]
    /// Documents that differ in their text and in no setting.
    package let textOnly: [String]
    /// Settings that are the same on both sides, of the documents that stand on both.
    package let unchanged: Int

    package var isEmpty: Bool { changes.isEmpty && textOnly.isEmpty }

    /// - Parameters:
    ///   - old: The documents compared with, and what they were validated to; without the set, documents are compared
    ///     as they are written.
    package init(
        from old: (documents: [PolicyDocument], set: PolicySet?),
        to new: (documents: [PolicyDocument], set: PolicySet?)
    ) {
        var changes: [Change] = []
        var textOnly: [String] = []
        var unchanged = 0
        let paths = Set(old.documents.map(\.path) + new.documents.map(\.path)).sorted()
        for path in paths where DocumentPlace(path)?.kind != .ignored {
            let left = old.documents.first { $0.path == path }
            let right = new.documents.first { $0.path == path }
            let both = old.set != nil && new.set != nil || left == nil || right == nil
            let before = left.map { Self.settings(of: $0, set: both ? old.set : nil) } ?? []
            let after = right.map { Self.settings(of: $0, set: both ? new.set : nil) } ?? []
            let found = Self.changes(file: path, from: before, to: after)
            if found.isEmpty, left?.bytes != right?.bytes { textOnly.append(path) }
            if left != nil, right != nil { unchanged += after.count - found.count { $0.after != nil } }
            changes += found
        }
        self.changes = changes
        self.textOnly = textOnly
        self.unchanged = unchanged
    }

    private static func settings(of document: PolicyDocument, set: PolicySet?) -> [Setting] {
        if let name = document.profileName, let profile = set?.profiles[name] {
            return profile.settings.filter { $0.value != .null }
        }
        let read = DocumentReader.read(document.bytes, file: document.path, dialect: .json5)
        return read.root.map { Setting.all(in: $0) } ?? []
    }

    private static func changes(file: String, from old: [Setting], to new: [Setting]) -> [Change] {
        let before = Dictionary(old.map { ($0.path, $0.value) }, uniquingKeysWith: { first, _ in first })
        let after = Dictionary(new.map { ($0.path, $0.value) }, uniquingKeysWith: { first, _ in first })
        var changes: [Change] = []
        for setting in new where before[setting.path] != setting.value {
            changes.append(Change(file: file, path: setting.path, before: before[setting.path], after: setting.value))
        }
        for setting in old where after[setting.path] == nil {
            changes.append(Change(file: file, path: setting.path, before: setting.value, after: nil))
        }
        return changes
    }
}
