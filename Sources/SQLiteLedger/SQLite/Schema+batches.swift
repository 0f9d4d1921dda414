extension Schema {
    /// Jobs of pictures that are sent together.
    static let batches = """
        CREATE TABLE batches (
            id TEXT PRIMARY KEY,
            profile TEXT NOT NULL,
            revision INTEGER NOT NULL,
            model TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            deadline INTEGER NOT NULL,
            state TEXT NOT NULL,
            remote TEXT,
            CHECK (state <> 'sent' OR remote IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX batches_open ON batches (created_at) WHERE state <> 'done';

        CREATE TABLE batch_items (
            batch TEXT NOT NULL REFERENCES batches (id),
            position INTEGER NOT NULL,
            decision TEXT NOT NULL UNIQUE,
            path TEXT NOT NULL,
            sha256 BLOB NOT NULL,
            bytes INTEGER NOT NULL,
            format TEXT NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            PRIMARY KEY (batch, position)
        ) STRICT, WITHOUT ROWID;
        """
}
