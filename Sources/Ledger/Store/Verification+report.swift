extension Verification {
    /// Whether every stored figure is what the rows say.
    package var ties: Bool { differences.isEmpty }

    /// Lines for people: what was read, then each difference.
    package var report: [String] {
        let read = "\(decisions) decisions, \(attempts) attempts"
        let money = "settled \(settled.nanoUSD) nano-USD, held \(held.nanoUSD) nano-USD"
        let result = ties ? "everything ties" : "figures that do not tie: \(differences.count)"
        let emulated = emulated > .zero ? ["EMULATED: \(emulated.nanoUSD) nano-USD of the settled"] : []
        return ["\(read); \(money)"] + emulated + [result] + differences
    }

    /// Differences of one kind that are named; the rest is counted.
    package static let namedPerCheck = 100

    /// One line for a figure that does not tie.
    package static func difference(_ subject: String, _ figure: String, stored: Int64, rows: Int64) -> String {
        "\(subject) \(figure): stored \(stored), the rows say \(rows)"
    }
}
