extension Schema {
    /// Pictures that wait to be sent together. Where one lies, not its pixels.
    static let deferred = """
        CREATE TABLE deferred (
            decision TEXT PRIMARY KEY,
            profile TEXT NOT NULL,
            revision INTEGER NOT NULL,
            path TEXT NOT NULL,
            sha256 BLOB NOT NULL,
            bytes INTEGER NOT NULL,
            format TEXT NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            queued_at INTEGER NOT NULL,
            deadline INTEGER NOT NULL,
            batch TEXT REFERENCES batches (id)
        ) STRICT, WITHOUT ROWID;
        """
}
