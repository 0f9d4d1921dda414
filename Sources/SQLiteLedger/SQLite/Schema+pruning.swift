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
}
