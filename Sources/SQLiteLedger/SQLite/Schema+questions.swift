extension Schema {
    /// Questions of devices that were drawn to be sent all the same, and the uploads that followed.
    static let questions = """
        CREATE TABLE audit_questions (
            decision TEXT PRIMARY KEY,
            image TEXT NOT NULL,
            at INTEGER NOT NULL,
            upload TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX audit_questions_at ON audit_questions (at);
        """
}
