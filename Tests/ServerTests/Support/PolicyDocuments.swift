import Platform
import Policy
import Server
import Testing

/// The policies of the tree, with changes a test makes to their text.
enum PolicyDocuments {
    /// The root of the tree.
    static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(
        separator: "/"
    )

    /// `patient`: deadlines that a slow machine under a debug build does not miss, and no audits.
    static func documents(
        patient: Bool = true,
        edit: (_ path: String, _ text: inout String) throws -> Void = { _, _ in }
    ) throws -> [PolicyDocument] {
        try PolicyFolder.documents(in: root + "/policies").map { document in
            var text = String(decoding: document.bytes, as: UTF8.self)
            if patient, document.path == "ios.json5" || document.path == "android.json5" {
                try text.change(document.path == "ios.json5" ? "\"1200ms\"" : "\"800ms\"", to: "\"30s\"")
                try text.change("deadline: \"8s\"", to: "deadline: \"60s\"")
                try text.change("auditShare: 0.05", to: "auditShare: 0")
            }
            try edit(document.path, &text)
            return PolicyDocument(path: document.path, bytes: Array(text.utf8))
        }
    }
}

extension String {
    /// Replaces text that must be there: a change that changes nothing would make a test that cannot fail.
    mutating func change(_ old: String, to new: String) throws {
        try #require(contains(old), "`\(old)` is not in the document")
        self = replacing(old, with: new)
    }
}
