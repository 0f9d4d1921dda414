import Economics
import Ledger

extension Connection {
    /// Reads every row once or twice: minutes for a hundred million.
    ///
    /// - Parameter acknowledged: Read before this transaction; nil where nobody knows.
    func verification(acknowledged: CommitCount?) throws(LedgerError) -> Verification {
        var differences: [String] = []
        if let lost = acknowledged?.lost(after: try commitCount()) { differences.append("commits: \(lost.text)") }
        for line in try rows("PRAGMA quick_check(10)", [], { $0.text() }) where line != "ok" {
            differences.append("file: \(line)")
        }
        for check in VerificationCheck.all { differences += try check.differences(self) }
        let sums = try first(
            """
            SELECT count(*), coalesce(sum(cost), 0), coalesce(sum(iif(emulated, cost, 0)), 0),
                coalesce(sum(iif(cost IS NULL, amount, 0)), 0) FROM attempts
            """
        ) { (attempts: $0.count(), settled: $0.money(), emulated: $0.money(), held: $0.money()) }
        var verification = Verification(
            decisions: Int(try integer("SELECT count(*) FROM decisions")),
            attempts: sums?.attempts ?? 0,
            settled: sums?.settled ?? .zero,
            emulated: sums?.emulated ?? .zero,
            held: sums?.held ?? .zero,
            differences: differences
        )
        verification.lost = try lostCommits()
        return verification
    }
}
