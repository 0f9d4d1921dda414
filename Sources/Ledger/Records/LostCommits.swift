package import Economics

/// Writes that were acknowledged and are no longer in the ledger: its file or its log was cut, or an older copy was put in
/// their place. SQLite reads what is left as whole and says nothing.
package struct LostCommits: Sendable, Hashable {
    /// Groups of writes.
    package let commits: Int
    /// Rows they wrote or changed, at most.
    package let rows: Int
    /// When a start found that; nil: none has yet.
    package let at: Timestamp?

    package init(commits: Int, rows: Int, at: Timestamp?) {
        self.commits = commits
        self.rows = rows
        self.at = at
    }

    /// `the last 3 commits that were acknowledged are gone, with up to 41 rows`
    package var text: String {
        "the last \(commits) commit\(commits == 1 ? "" : "s") that were acknowledged are gone, with up to \(rows) rows"
    }
}
