import Documents

/// One sitting of judging audits: which comes next, what a line of input means, what came of it.
struct AuditReview: Sendable {
    /// What is said of one audit.
    struct Word: Sendable {
        let decisionID: String
        let finding: String
        /// The edition that was seen; nil: whichever is the latest.
        let edition: Int64?
        let reason: String
    }

    enum Step: Sendable {
        case judge(Word)
        case next, unknown, end
    }

    private let audits: [DocumentNode]
    private var position = 0
    private var isEnded = false
    /// Position, finding and edition of what was judged, in order.
    private var judged: [(position: Int, finding: String, edition: Int64)] = []
    /// What was said and is not taken yet.
    private var said: (position: Int, finding: String)?

    init(_ audits: [DocumentNode]) { self.audits = audits }

    /// The one to judge now; nil at the end.
    var current: DocumentNode? { isEnded || !audits.indices.contains(position) ? nil : audits[position] }

    var place: String { "\(position + 1) of \(audits.count)" }

    mutating func step(_ line: String) -> Step {
        let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        let reason = words.count > 1 ? String(words[1]) : "looked at in a terminal"
        switch words.first?.lowercased() {
        case "y": return judge(position, "falseReject", edition: edition(position), reason)
        case "n": return judge(position, "rightReject", edition: edition(position), reason)
        case "s":
            skip()
            return .next
        case "u":
            guard let last = judged.last else { return .next }
            return judge(last.position, "withdrawn", edition: last.edition, "taken back in a terminal")
        case "q": return .end
        default: return .unknown
        }
    }

    /// The word of the last step is in the ledger.
    mutating func took(_ edition: Int64) {
        guard let said else { return }
        if said.finding == "withdrawn" {
            judged.removeLast()
            position = said.position
            editions[said.position] = edition
        } else {
            judged.append((said.position, said.finding, edition))
            position += 1
        }
        self.said = nil
    }

    mutating func skip() { position += 1 }

    mutating func end() { isEnded = true }

    var summary: String {
        let lost = judged.count { $0.finding == "falseReject" }
        let left = audits.count - judged.count
        return
            "judged \(judged.count): \(lost) false rejects, \(judged.count - lost) where the gate was right; \(left) left"
    }

    /// Editions that came of taking words back.
    private var editions: [Int: Int64] = [:]

    private func edition(_ position: Int) -> Int64? {
        editions[position] ?? (audits.indices.contains(position) ? audits[position]["edition"]?.integer : nil)
    }

    private mutating func judge(_ position: Int, _ finding: String, edition: Int64?, _ reason: String) -> Step {
        guard let id = audits[position]["decisionId"]?.string else { return .next }
        said = (position, finding)
        return .judge(Word(decisionID: id, finding: finding, edition: edition, reason: reason))
    }
}
