extension Schema {
    /// Decisions by API key, category and model; their cost; what choices saved on each attempt. Roll-ups of before are
    /// counted anew from the rows, all of which are still there.
    static let version3 = """
        ALTER TABLE decisions ADD COLUMN client TEXT NOT NULL DEFAULT '';
        ALTER TABLE decisions ADD COLUMN category TEXT NOT NULL DEFAULT '';
        UPDATE decisions SET client = scope WHERE scope IS NOT NULL;
        CREATE INDEX decisions_profile ON decisions (profile, number);

        ALTER TABLE attempts ADD COLUMN saved_resolution INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE attempts ADD COLUMN saved_side INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE attempts ADD COLUMN saved_model INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE attempts ADD COLUMN saved_tier INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE cost_rollups ADD COLUMN saved_resolution INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE cost_rollups ADD COLUMN saved_side INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE cost_rollups ADD COLUMN saved_model INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE cost_rollups ADD COLUMN saved_tier INTEGER NOT NULL DEFAULT 0;

        DROP TABLE decision_rollups;
        CREATE TABLE decision_rollups (
            hour INTEGER NOT NULL,
            profile TEXT NOT NULL,
            revision INTEGER NOT NULL,
            route TEXT NOT NULL,
            verdict TEXT NOT NULL,
            outcome TEXT NOT NULL,
            reason TEXT NOT NULL,
            judged INTEGER NOT NULL,
            audit INTEGER NOT NULL,
            emulated INTEGER NOT NULL,
            client TEXT NOT NULL,
            category TEXT NOT NULL,
            model TEXT NOT NULL,
            count INTEGER NOT NULL CHECK (count > 0),
            latency INTEGER NOT NULL,
            gate INTEGER NOT NULL,
            gated INTEGER NOT NULL CHECK (gated BETWEEN 0 AND count),
            cost INTEGER NOT NULL CHECK (cost >= 0),
            PRIMARY KEY (hour, profile, revision, route, verdict, outcome, reason, judged, audit, emulated, client,
                category, model)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO decision_rollups
        SELECT hour, profile, revision, route, coalesce(verdict, ''), coalesce(outcome, ''),
            iif(instr(reasons, ','), substr(reasons, 1, instr(reasons, ',') - 1), reasons),
            judged, audit_propensity IS NOT NULL, emulated, client, category, coalesce(model, ''),
            count(*), sum(latency), sum(coalesce(gate, 0)), count(gate), sum(cost)
        FROM decisions GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13;
        """
}
