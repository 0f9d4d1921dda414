extension Schema {
    /// Roll-ups without key, category and model, a tenth of the rows and less: what screens and most reports read. They
    /// follow the roll-ups that tell more by triggers, so that no writer has to think of both.
    static let hours = """
        CREATE TABLE decision_hours (
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
            count INTEGER NOT NULL CHECK (count >= 0),
            latency INTEGER NOT NULL,
            gate INTEGER NOT NULL,
            gated INTEGER NOT NULL CHECK (gated BETWEEN 0 AND count),
            cost INTEGER NOT NULL CHECK (cost >= 0),
            compared INTEGER NOT NULL CHECK (compared BETWEEN 0 AND count),
            disagreed INTEGER NOT NULL CHECK (disagreed BETWEEN 0 AND compared),
            PRIMARY KEY (hour, profile, revision, route, verdict, outcome, reason, judged, audit, emulated)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO decision_hours
        SELECT hour, profile, revision, route, verdict, outcome, reason, judged, audit, emulated, sum(count),
            sum(latency), sum(gate), sum(gated), sum(cost), sum(compared), sum(disagreed)
        FROM decision_rollups GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;

        CREATE TRIGGER rollups_made AFTER INSERT ON decision_rollups BEGIN
            INSERT INTO decision_hours
            VALUES (NEW.hour, NEW.profile, NEW.revision, NEW.route, NEW.verdict, NEW.outcome, NEW.reason, NEW.judged,
                NEW.audit, NEW.emulated, NEW.count, NEW.latency, NEW.gate, NEW.gated, NEW.cost, NEW.compared,
                NEW.disagreed)
            ON CONFLICT DO UPDATE SET count = count + excluded.count, latency = latency + excluded.latency,
                gate = gate + excluded.gate, gated = gated + excluded.gated, cost = cost + excluded.cost,
                compared = compared + excluded.compared, disagreed = disagreed + excluded.disagreed;
        END;
        CREATE TRIGGER rollups_changed AFTER UPDATE ON decision_rollups BEGIN
            UPDATE decision_hours SET count = count + NEW.count - OLD.count,
                latency = latency + NEW.latency - OLD.latency, gate = gate + NEW.gate - OLD.gate,
                gated = gated + NEW.gated - OLD.gated, cost = cost + NEW.cost - OLD.cost,
                compared = compared + NEW.compared - OLD.compared, disagreed = disagreed + NEW.disagreed - OLD.disagreed
            WHERE \(isOfOld);
        END;
        CREATE TRIGGER rollups_gone AFTER DELETE ON decision_rollups BEGIN
            UPDATE decision_hours SET count = count - OLD.count, latency = latency - OLD.latency,
                gate = gate - OLD.gate, gated = gated - OLD.gated, cost = cost - OLD.cost,
                compared = compared - OLD.compared, disagreed = disagreed - OLD.disagreed
            WHERE \(isOfOld);
            DELETE FROM decision_hours WHERE \(isOfOld) AND count = 0;
        END;
        """

    private static let isOfOld = """
        (hour, profile, revision, route, verdict, outcome, reason, judged, audit, emulated) = (OLD.hour, OLD.profile,
            OLD.revision, OLD.route, OLD.verdict, OLD.outcome, OLD.reason, OLD.judged, OLD.audit, OLD.emulated)
        """
}
