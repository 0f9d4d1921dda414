extension Schema {
    /// How attempts were asked and what was odd about their answers. Attempts of before have no `schema`.
    static let version2 = """
        ALTER TABLE attempts ADD COLUMN schema TEXT;
        ALTER TABLE attempts ADD COLUMN media TEXT;
        ALTER TABLE attempts ADD COLUMN repaired INTEGER CHECK (repaired IN (0, 1));
        ALTER TABLE attempts ADD COLUMN estimated_input INTEGER;
        ALTER TABLE attempts ADD COLUMN estimated_image INTEGER;

        CREATE TABLE answer_rollups (
            hour INTEGER NOT NULL,
            profile TEXT NOT NULL,
            model TEXT NOT NULL,
            schema TEXT NOT NULL,
            media TEXT NOT NULL,
            result TEXT NOT NULL,
            emulated INTEGER NOT NULL,
            attempts INTEGER NOT NULL CHECK (attempts > 0),
            repaired INTEGER NOT NULL CHECK (repaired BETWEEN 0 AND attempts),
            mismatched INTEGER NOT NULL CHECK (mismatched BETWEEN 0 AND attempts),
            above_hold INTEGER NOT NULL CHECK (above_hold BETWEEN 0 AND attempts),
            metered INTEGER NOT NULL CHECK (metered BETWEEN 0 AND attempts),
            estimated_input INTEGER NOT NULL, input INTEGER NOT NULL,
            imaged INTEGER NOT NULL CHECK (imaged BETWEEN 0 AND metered),
            estimated_image INTEGER NOT NULL, image INTEGER NOT NULL,
            PRIMARY KEY (hour, profile, model, schema, media, result, emulated)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE blocks (
            decision TEXT NOT NULL,
            attempt INTEGER NOT NULL,
            position INTEGER NOT NULL,
            hour INTEGER NOT NULL,
            profile TEXT NOT NULL,
            model TEXT NOT NULL,
            stage TEXT NOT NULL,
            reason TEXT NOT NULL,
            category TEXT NOT NULL,
            rating TEXT NOT NULL,
            threshold TEXT NOT NULL,
            emulated INTEGER NOT NULL CHECK (emulated IN (0, 1)),
            PRIMARY KEY (decision, attempt, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX blocks_hour ON blocks (hour);
        """
}
