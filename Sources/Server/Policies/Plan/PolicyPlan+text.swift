package import Economics
import Policy

extension PolicyPlan {
    /// Every profile the change concerns, then what it comes to. Ends without a line feed. Throws `amountOverflow`.
    package func text(showsUnchanged: Bool) throws(EconomicsError) -> String {
        guard !diff.isEmpty || !profiles.isEmpty else {
            return "Plan: nothing to change; r\(base) holds these documents."
        }
        var parts: [String] = []
        for plan in profiles { parts.append(try plan.text(base: base, showsUnchanged: showsUnchanged)) }
        parts += newProfiles.map { "\($0)  new: nothing was recorded for it yet" }
        parts += removedProfiles.map { "\($0)  removed: its clients will be refused" }
        let others = diff.changes.filter { PolicyDocument(path: $0.file, bytes: []).profileName == nil }
        if !others.isEmpty {
            parts.append("other documents: \(others.count) settings (`torii policy diff` lists them)")
        }
        parts.append(verdict)
        return parts.joined(separator: "\n\n")
    }

    private var verdict: String {
        let count = diff.changes.count
        let changes = "\(count) setting\(count == 1 ? "" : "s") to change"
        guard !broken.isEmpty else { return "Plan: \(changes), no limit broken." }
        let names = broken.map { "\($0.profile) \($0.limit.rawValue)" }.joined(separator: ", ")
        return
            "Plan: \(changes), \(broken.count) limit\(broken.count == 1 ? "" : "s") broken (\(names)). `apply` would refuse this."
    }
}
