extension Schema {
    /// Revisions that are rolled out in stages, beside the one that stays in force.
    static let stages = """
        CREATE TABLE revision_stages (
            revision INTEGER PRIMARY KEY REFERENCES revisions (number),
            base INTEGER NOT NULL REFERENCES revisions (number) CHECK (base < revision),
            millionths INTEGER NOT NULL CHECK (millionths BETWEEN 1 AND 999999),
            salt TEXT NOT NULL
        ) STRICT;
        CREATE TRIGGER stages_stay BEFORE UPDATE ON revision_stages BEGIN SELECT raise(ABORT, 'append only'); END;
        CREATE TRIGGER stages_kept BEFORE DELETE ON revision_stages BEGIN SELECT raise(ABORT, 'append only'); END;
        """
}
