extension Schema {
    /// Answers found by what a picture looks like; whose answer an upload got or was compared with, and how that went.
    static let near = """
        CREATE TABLE answer_looks (
            number INTEGER PRIMARY KEY,
            key BLOB NOT NULL UNIQUE,
            question BLOB NOT NULL,
            hash BLOB NOT NULL,
            colors BLOB NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX answers_decision ON answers (decision);

        ALTER TABLE decisions ADD COLUMN donor TEXT;
        ALTER TABLE decisions ADD COLUMN donor_distance INTEGER;
        ALTER TABLE decisions ADD COLUMN donor_agrees INTEGER CHECK (donor_agrees IN (0, 1));
        ALTER TABLE decision_rollups ADD COLUMN compared INTEGER NOT NULL DEFAULT 0
            CHECK (compared BETWEEN 0 AND count);
        ALTER TABLE decision_rollups ADD COLUMN disagreed INTEGER NOT NULL DEFAULT 0
            CHECK (disagreed BETWEEN 0 AND compared);
        """
}
