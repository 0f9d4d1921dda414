extension Schema {
    /// What operators make of audits, in editions; and the audits that could be false rejects, found without reading others.
    static let judgements = """
        CREATE TABLE audit_judgements (
            decision TEXT NOT NULL,
            edition INTEGER NOT NULL CHECK (edition >= 1),
            finding TEXT NOT NULL,
            author TEXT NOT NULL,
            origin TEXT NOT NULL,
            reason TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (decision, edition)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER judgements_stay BEFORE UPDATE ON audit_judgements BEGIN SELECT raise(ABORT, 'append only'); END;
        CREATE TRIGGER judgements_kept BEFORE DELETE ON audit_judgements BEGIN SELECT raise(ABORT, 'append only'); END;
        CREATE INDEX decisions_audits ON decisions (at)
        WHERE audit_propensity IS NOT NULL AND outcome = 'sent' AND category NOT IN ('', 'other');
        """
}
