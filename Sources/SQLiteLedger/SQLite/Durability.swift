/// When a commit is on disk. The value is that of SQLite's `synchronous`.
enum Durability: String, Sendable {
    /// Before the caller resumes. What the ledger runs with: in groups one fsync costs less than the rows it covers.
    case full = "FULL"
    /// With the next checkpoint: safe from SIGKILL, not from a power cut. For measuring what `full` costs.
    case checkpoint = "NORMAL"
}
