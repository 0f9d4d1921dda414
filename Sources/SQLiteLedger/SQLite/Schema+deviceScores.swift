extension Schema {
    /// What a device's scorer said about a picture that came: few uploads have it, so the rows of decisions stay narrow.
    /// `device_hour` is the decision's, so that a report reads its hours alone.
    static let deviceScores = """
        CREATE TABLE device_scores (
            number INTEGER PRIMARY KEY REFERENCES decisions (number),
            device_hour INTEGER NOT NULL,
            device_space TEXT NOT NULL CHECK (device_space <> ''),
            device_sharpness REAL, device_attention REAL, device_objectness REAL,
            device_verdict TEXT,
            device_reasons TEXT NOT NULL,
            device_claim TEXT,
            device_client TEXT NOT NULL,
            device_simulated INTEGER NOT NULL CHECK (device_simulated IN (0, 1)),
            device_notes TEXT NOT NULL
        ) STRICT;
        CREATE INDEX device_scores_hour ON device_scores (device_hour);
        """
}
