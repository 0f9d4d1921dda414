package import Backtest
package import Economics
import Policy

extension PolicyPlan {
    /// Every profile the change concerns, then what it comes to. Ends without a line feed. Throws `amountOverflow`.
    ///
    /// - Parameter accepted: Limits that may be broken.
    package func text(showsUnchanged: Bool, accepted: [PlanLimit] = []) throws(EconomicsError) -> String {
        guard !diff.isEmpty || !profiles.isEmpty else {
            return "Plan: nothing to change; r\(base) holds these documents."
        }
        var parts = isEmulated ? [EmulatedRemark.sentence] : []
        for plan in profiles { parts.append(try plan.text(base: base, showsUnchanged: showsUnchanged)) }
        parts += newProfiles.map { "\($0)  new: nothing was recorded for it yet" }
        parts += removedProfiles.map { "\($0)  removed: its clients will be refused" }
        let others = diff.changes.filter { PolicyDocument(path: $0.file, bytes: []).profileName == nil }
        if !others.isEmpty {
            parts.append("other documents: \(others.count) settings (`torii policy diff` lists them)")
        }
        if let total = try total() { parts.append(total.text) }
        parts.append(verdict(accepted: accepted))
        return parts.joined(separator: "\n\n")
    }

    private func verdict(accepted: [PlanLimit]) -> String {
        let count = diff.changes.count
        let changes = "\(count) setting\(count == 1 ? "" : "s") to change"
        guard !broken.isEmpty else { return "Plan: \(changes), no limit broken." }
        let names = broken.map { "\($0.profile) \($0.limit.rawValue)" }.joined(separator: ", ")
        let limits = "\(broken.count) limit\(broken.count == 1 ? "" : "s") broken (\(names))"
        let refused = broken.map(\.limit).filter { !accepted.contains($0) }
        let consequence =
            refused.isEmpty ? "accepted by --accept-limit." : "`apply` refuses this without \(refused.options)."
        return "Plan: \(changes), \(limits); \(consequence)"
    }
}

extension PlanTotal {
    /// `spend per month, all of these:  38.97 USD -> 10.54 USD, -73.0 %`
    fileprivate var text: String {
        let period = isMonthly ? "per month" : "so far"
        let change = change.map { ", \(FigureText.signed($0 * 100, 1)) %" } ?? ""
        return "spend \(period), all of these:  \(today.formatted()) USD -> \(proposed.formatted()) USD\(change)"
    }
}

extension [PlanLimit] {
    /// `--accept-limit falseRejects --accept-limit scoreSpace`, each once.
    package var options: String {
        PlanLimit.allCases.filter(contains).map { "--accept-limit \($0.rawValue)" }.joined(separator: " ")
    }
}
