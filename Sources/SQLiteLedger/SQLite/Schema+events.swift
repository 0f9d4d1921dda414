extension Schema {
    /// What operators are told of, each once.
    static let events = """
        CREATE TABLE events (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            severity TEXT NOT NULL,
            profile TEXT,
            text TEXT NOT NULL,
            advice TEXT NOT NULL,
            facts BLOB NOT NULL,
            waits INTEGER NOT NULL CHECK (waits IN (0, 1))
        ) STRICT;
        CREATE INDEX events_at ON events (at);
        CREATE INDEX events_waiting ON events (number) WHERE waits = 1;
        """
}
