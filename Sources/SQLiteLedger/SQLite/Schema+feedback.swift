extension Schema {
    /// What users say, with what reports need of their decisions: it outlives them.
    static let feedback = """
        CREATE TABLE feedback (
            decision TEXT PRIMARY KEY,
            judgement TEXT NOT NULL,
            category TEXT CHECK (category <> ''),
            at INTEGER NOT NULL,
            profile TEXT NOT NULL,
            hour INTEGER NOT NULL,
            route TEXT NOT NULL,
            score_space TEXT NOT NULL,
            outcome TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX feedback_hour ON feedback (hour);
        """
}
