package import Ledger

extension LedgerStore {
    /// What to say of a revision that is not there: which ones are.
    package func message(ofMissingRevision number: Int) async throws(LedgerError) -> String {
        let latest = try await latestRevision()?.number ?? 0
        let known =
            latest == 0 ? "none was applied yet" : latest == 1 ? "there is r1 alone" : "there are r1 to r\(latest)"
        return "there is no revision \(number): \(known)"
    }
}
