extension Schema {
    /// What was known when a revision was applied, and the switch that stops all spending.
    static let auditsAndFreezes = """
        CREATE TABLE revision_audits (
            revision INTEGER PRIMARY KEY REFERENCES revisions (number),
            base INTEGER NOT NULL,
            diff BLOB NOT NULL,
            plan BLOB NOT NULL,
            accepted TEXT NOT NULL
        ) STRICT;
        CREATE TRIGGER audits_stay BEFORE UPDATE ON revision_audits BEGIN SELECT raise(ABORT, 'append only'); END;
        CREATE TRIGGER audits_kept BEFORE DELETE ON revision_audits BEGIN SELECT raise(ABORT, 'append only'); END;

        CREATE TABLE freezes (
            number INTEGER PRIMARY KEY,
            frozen INTEGER NOT NULL CHECK (frozen IN (0, 1)),
            at INTEGER NOT NULL,
            author TEXT NOT NULL,
            origin TEXT NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;
        CREATE TRIGGER freezes_stay BEFORE UPDATE ON freezes BEGIN SELECT raise(ABORT, 'append only'); END;
        CREATE TRIGGER freezes_kept BEFORE DELETE ON freezes BEGIN SELECT raise(ABORT, 'append only'); END;
        """
}
