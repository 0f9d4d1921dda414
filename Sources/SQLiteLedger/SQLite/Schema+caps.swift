extension Schema {
    /// Caps of the portfolio and of keys beside those of profiles, in windows of any kind; holds with an owner and an
    /// expiry; alerts.
    static let caps = """
        ALTER TABLE windows RENAME COLUMN profile TO holder;
        UPDATE windows SET holder = 'profile/' || holder;

        -- Each `[holder, kind, id, start, end, limit or null]`, so that an attempt may stand in any number of them.
        ALTER TABLE attempts ADD COLUMN windows TEXT NOT NULL DEFAULT '[]' CHECK (windows <> '');
        ALTER TABLE attempts ADD COLUMN owner TEXT NOT NULL DEFAULT '';
        ALTER TABLE attempts ADD COLUMN expires INTEGER;
        UPDATE attempts SET windows = (
            SELECT coalesce(json_group_array(json(part)), '[]') FROM (
                SELECT json_array('profile/' || profile, 'day', day, day_start, day_end, day_limit) AS part
                WHERE day IS NOT NULL
                UNION ALL
                SELECT json_array('profile/' || profile, 'month', month, month_start, month_end, month_limit)
                WHERE month IS NOT NULL
            )
        );
        ALTER TABLE attempts DROP COLUMN day;
        ALTER TABLE attempts DROP COLUMN day_start;
        ALTER TABLE attempts DROP COLUMN day_end;
        ALTER TABLE attempts DROP COLUMN day_limit;
        ALTER TABLE attempts DROP COLUMN month;
        ALTER TABLE attempts DROP COLUMN month_start;
        ALTER TABLE attempts DROP COLUMN month_end;
        ALTER TABLE attempts DROP COLUMN month_limit;
        CREATE INDEX attempts_expiring ON attempts (expires) WHERE cost IS NULL;

        CREATE TABLE alerts (
            holder TEXT NOT NULL,
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            threshold INTEGER NOT NULL CHECK (threshold BETWEEN 1 AND 1000),
            cap INTEGER NOT NULL,
            enforced INTEGER NOT NULL,
            at INTEGER NOT NULL,
            announced INTEGER NOT NULL CHECK (announced IN (0, 1)),
            PRIMARY KEY (holder, kind, id, threshold)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX alerts_new ON alerts (at) WHERE announced = 0;
        CREATE INDEX alerts_at ON alerts (at);
        """
}
