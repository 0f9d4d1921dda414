extension Schema {
    /// What the send-rate controller made of an upload; null where there was none.
    static let control = """
        ALTER TABLE decisions ADD COLUMN control_number INTEGER;
        ALTER TABLE decisions ADD COLUMN strictness REAL;
        ALTER TABLE decisions ADD COLUMN control_state TEXT;
        ALTER TABLE decisions ADD COLUMN propensity REAL;
        ALTER TABLE decisions ADD COLUMN control_cost INTEGER;
        ALTER TABLE decisions ADD COLUMN control_area INTEGER;
        """
}
