extension Schema {
    /// Keys that end by themselves, follow one another for one client, and show when they were last used. Keys of
    /// before are each the first of a line.
    static let keyLines = """
        ALTER TABLE keys ADD COLUMN client TEXT NOT NULL DEFAULT '';
        ALTER TABLE keys ADD COLUMN expires_at INTEGER;
        ALTER TABLE keys ADD COLUMN last_used_at INTEGER;
        UPDATE keys SET client = id;
        """
}
