extension Schema {
    /// What networks and impression events said of revenue: editions that are never written over.
    static let revenue = """
        CREATE TABLE revenue_editions (
            day INTEGER NOT NULL,
            profile TEXT NOT NULL,
            source TEXT NOT NULL,
            zone TEXT NOT NULL,
            country TEXT NOT NULL,
            adjustment INTEGER NOT NULL CHECK (adjustment IN (0, 1)),
            edition INTEGER NOT NULL CHECK (edition >= 1),
            impressions INTEGER NOT NULL,
            micros INTEGER NOT NULL,
            currency TEXT NOT NULL,
            status TEXT NOT NULL,
            as_of INTEGER NOT NULL,
            rate INTEGER NOT NULL CHECK (rate > 0),
            rate_source TEXT NOT NULL,
            amount INTEGER NOT NULL,
            imported_at INTEGER NOT NULL,
            latest INTEGER NOT NULL CHECK (latest IN (0, 1)),
            PRIMARY KEY (day, profile, source, zone, country, adjustment, edition)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX revenue_latest ON revenue_editions (day, profile) WHERE latest = 1;

        CREATE TABLE revenue_events (
            id TEXT PRIMARY KEY,
            profile TEXT NOT NULL,
            at INTEGER NOT NULL,
            source TEXT NOT NULL,
            micros INTEGER NOT NULL CHECK (micros >= 0),
            precision TEXT NOT NULL,
            received_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX revenue_events_age ON revenue_events (received_at);

        CREATE TABLE revenue_event_rollups (
            profile TEXT NOT NULL,
            hour INTEGER NOT NULL,
            source TEXT NOT NULL,
            events INTEGER NOT NULL,
            amount INTEGER NOT NULL,
            PRIMARY KEY (profile, hour, source)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX revenue_event_hours ON revenue_event_rollups (hour);
        """
}
