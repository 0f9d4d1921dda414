extension Schema {
    /// Impression events that came again, counted so that a report can say so.
    static let eventRepeats = """
        ALTER TABLE revenue_event_rollups ADD COLUMN repeats INTEGER NOT NULL DEFAULT 0 CHECK (repeats >= 0);
        """
}
