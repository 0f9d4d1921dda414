extension Schema {
    /// How far rows were removed: figures of hours before that are no longer compared with rows.
    static let pruning = """
        CREATE TABLE pruned (
            before INTEGER PRIMARY KEY,
            at INTEGER NOT NULL
        ) STRICT;
        -- Removing a decision looks for the keys that point at it.
        CREATE INDEX idempotency_decision ON idempotency (decision);
        """

    /// How many groups of writes there were, and what starts have found missing of them.
    static let commits = """
        CREATE TABLE commits (
            only INTEGER PRIMARY KEY CHECK (only = 1), number INTEGER NOT NULL, changes INTEGER NOT NULL,
            lost INTEGER NOT NULL, lost_changes INTEGER NOT NULL, lost_at INTEGER NOT NULL
        ) STRICT;
        INSERT INTO commits VALUES (1, 0, 0, 0, 0, 0);
        """
}
