internal import Economics
internal import Foundation
internal import Platform
internal import Policy
internal import Server

/// The policies of the tree, with changes to their text.
enum Policies {
    struct Unreadable: Error { let why: String }

    static func documents(edit: (String) -> String = { $0 }) throws -> [PolicyDocument] {
        try PolicyFolder.documents(in: "policies").map { document in
            guard document.path == "ios.json5" else { return document }
            let text = edit(String(decoding: document.bytes, as: UTF8.self))
            return PolicyDocument(path: document.path, bytes: Array(text.utf8))
        }
    }

    static func snapshot() throws -> PolicySnapshot {
        let now = WallClock.system.now()
        let result = PolicyReader.read(try documents(), knownZones: TimeZones.known, now: now)
        guard let set = result.set else { throw Unreadable(why: "\(result.diagnostics)") }
        let holder = try PolicyHolder(revision: 1, appliedAt: now, set: set)
        guard let snapshot = holder.snapshot(of: "ios") else { throw Unreadable(why: "no profile ios") }
        return snapshot
    }
}
