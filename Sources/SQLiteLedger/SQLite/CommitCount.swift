import Ledger
import Platform

/// How many groups of writes there were, and the rows they wrote or changed. The last one whose writers were told is noted
/// in a file beside the ledger: a log that was cut after a whole transaction reads like one that never went on.
///
/// Noted after each commit is on disk, and not synced: a kill leaves the note one commit behind at most, a power cut further
/// behind or unreadable, and neither ahead of the ledger. So it is ahead only where something else took commits away.
struct CommitCount: Sendable {
    var number: Int64
    var changes: Int64

    /// Those acknowledged in excess of `kept`; nil: none.
    func lost(after kept: CommitCount) -> LostCommits? {
        guard number > kept.number else { return nil }
        return LostCommits(commits: Int(number - kept.number), rows: Int(max(0, changes - kept.changes)), at: nil)
    }

    /// Never shorter than that of an earlier commit.
    var note: [UInt8] {
        let text = "\(number) \(changes) "
        let check = Encoding.hex(Array(Crypto.sha256(Array(text.utf8)).prefix(8)))
        return Array("\(text)\(check) commits and rows, the last that were acknowledged\n".utf8)
    }
}

extension CommitCount {
    /// Nil for a note that is missing or was not written whole.
    init?(notedIn path: String) {
        // One that cannot be read says nothing.
        guard let bytes = try? FileContent.read(path, maxBytes: 256) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard words.count > 2, let number = Int64(words[0]), let changes = Int64(words[1]) else { return nil }
        self.init(number: number, changes: changes)
        guard note == bytes else { return nil }
    }
}
