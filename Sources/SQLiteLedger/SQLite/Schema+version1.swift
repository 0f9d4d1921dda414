extension Schema {
    /// Money is integer nano-USD, moments are microseconds since 1970, flags are 0 and 1. The `CHECK`s are the last
    /// line: what breaks one is refused whatever code wrote it.
    static let version1 = """
        CREATE TABLE migrations (
            version INTEGER PRIMARY KEY,
            at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE windows (
            profile TEXT NOT NULL,
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            settled INTEGER NOT NULL CHECK (settled >= 0),
            held INTEGER NOT NULL CHECK (held >= 0),
            uncertain INTEGER NOT NULL CHECK (uncertain BETWEEN 0 AND settled),
            enforced INTEGER NOT NULL CHECK (enforced = settled + held),
            PRIMARY KEY (profile, kind, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE attempts (
            decision TEXT NOT NULL,
            attempt INTEGER NOT NULL CHECK (attempt >= 1),
            profile TEXT NOT NULL,
            revision INTEGER NOT NULL,
            model TEXT NOT NULL,
            tier TEXT NOT NULL,
            price TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount >= 0),
            at INTEGER NOT NULL,
            hour INTEGER NOT NULL,
            day TEXT, day_start INTEGER, day_end INTEGER, day_limit INTEGER,
            month TEXT, month_start INTEGER, month_end INTEGER, month_limit INTEGER,
            cost INTEGER CHECK (cost >= 0),
            prompt INTEGER, cached INTEGER, candidates INTEGER, thoughts INTEGER, tool_use INTEGER, total INTEGER,
            image INTEGER,
            model_version TEXT,
            settled_price TEXT,
            response TEXT,
            result TEXT,
            uncertain INTEGER CHECK (uncertain IN (0, 1)),
            emulated INTEGER CHECK (emulated IN (0, 1)),
            latency INTEGER,
            settled_at INTEGER,
            above_hold INTEGER CHECK (above_hold = (cost > amount)),
            CHECK ((cost IS NULL) = (settled_at IS NULL) AND (cost IS NULL) = (result IS NULL)),
            PRIMARY KEY (decision, attempt)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX attempts_open ON attempts (decision, attempt) WHERE cost IS NULL;
        CREATE INDEX attempts_above_hold ON attempts (at) WHERE above_hold = 1;

        -- Decisions with an attempt and no row yet: what a crash leaves behind, found without reading all attempts.
        CREATE TABLE journeys (
            decision TEXT PRIMARY KEY
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE decisions (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            route TEXT NOT NULL,
            profile TEXT NOT NULL,
            revision INTEGER NOT NULL,
            at INTEGER NOT NULL,
            hour INTEGER NOT NULL,
            verdict TEXT,
            outcome TEXT,
            source TEXT,
            reasons TEXT NOT NULL CHECK (reasons <> ''),
            judged INTEGER NOT NULL CHECK (judged IN (0, 1)),
            audit_propensity REAL,
            score_space TEXT NOT NULL,
            sharpness REAL, attention REAL, objectness REAL, range REAL, texture REAL,
            coarse TEXT,
            own_watermark INTEGER,
            absent TEXT NOT NULL,
            sharpness_threshold REAL, saliency_threshold REAL,
            sha256 BLOB, bytes INTEGER, format TEXT, width INTEGER, height INTEGER,
            cost INTEGER NOT NULL CHECK (cost >= 0),
            model TEXT,
            emulated INTEGER NOT NULL CHECK (emulated IN (0, 1)),
            latency INTEGER NOT NULL,
            gate INTEGER,
            scope TEXT, idempotency_key TEXT,
            answer_status INTEGER NOT NULL,
            answer BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX decisions_id ON decisions (id);

        CREATE TABLE idempotency (
            scope TEXT NOT NULL,
            key TEXT NOT NULL,
            at INTEGER NOT NULL,
            decision INTEGER NOT NULL REFERENCES decisions (number),
            PRIMARY KEY (scope, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idempotency_at ON idempotency (at);

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
            count INTEGER NOT NULL CHECK (count > 0),
            latency INTEGER NOT NULL,
            gate INTEGER NOT NULL,
            gated INTEGER NOT NULL CHECK (gated BETWEEN 0 AND count),
            PRIMARY KEY (hour, profile, revision, route, verdict, outcome, reason, judged, audit, emulated)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE cost_rollups (
            hour INTEGER NOT NULL,
            profile TEXT NOT NULL,
            model TEXT NOT NULL,
            tier TEXT NOT NULL,
            price TEXT NOT NULL,
            result TEXT NOT NULL,
            emulated INTEGER NOT NULL,
            attempts INTEGER NOT NULL CHECK (attempts > 0),
            cost INTEGER NOT NULL CHECK (cost >= 0),
            uncertain INTEGER NOT NULL CHECK (uncertain BETWEEN 0 AND cost),
            prompt INTEGER NOT NULL, cached INTEGER NOT NULL, candidates INTEGER NOT NULL, thoughts INTEGER NOT NULL,
            tool_use INTEGER NOT NULL, total INTEGER NOT NULL, image INTEGER NOT NULL,
            latency INTEGER NOT NULL,
            PRIMARY KEY (hour, profile, model, tier, price, result, emulated)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE answers (
            key BLOB PRIMARY KEY,
            classification BLOB NOT NULL,
            model_version TEXT NOT NULL,
            decision TEXT NOT NULL,
            emulated INTEGER NOT NULL CHECK (emulated IN (0, 1)),
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE own_pictures (
            hash BLOB PRIMARY KEY,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE keys (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            scope TEXT NOT NULL,
            hash BLOB NOT NULL UNIQUE,
            profile TEXT,
            created_at INTEGER NOT NULL,
            revoked_at INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE revisions (
            number INTEGER PRIMARY KEY CHECK (number >= 1),
            at INTEGER NOT NULL,
            author TEXT NOT NULL,
            origin TEXT NOT NULL,
            reason TEXT NOT NULL
        ) STRICT;
        CREATE TABLE revision_documents (
            revision INTEGER NOT NULL REFERENCES revisions (number),
            position INTEGER NOT NULL,
            path TEXT NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (revision, position)
        ) STRICT;
        CREATE TABLE revision_revenue (
            revision INTEGER NOT NULL REFERENCES revisions (number),
            position INTEGER NOT NULL,
            profile TEXT NOT NULL,
            ecpm INTEGER NOT NULL,
            impressions_micros INTEGER NOT NULL,
            PRIMARY KEY (revision, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TRIGGER revisions_stay BEFORE UPDATE ON revisions BEGIN SELECT raise(ABORT, 'append only'); END;
        CREATE TRIGGER revisions_kept BEFORE DELETE ON revisions BEGIN SELECT raise(ABORT, 'append only'); END;
        CREATE TRIGGER documents_stay BEFORE UPDATE ON revision_documents
        BEGIN SELECT raise(ABORT, 'append only'); END;
        CREATE TRIGGER documents_kept BEFORE DELETE ON revision_documents
        BEGIN SELECT raise(ABORT, 'append only'); END;
        CREATE TRIGGER revenue_stays BEFORE UPDATE ON revision_revenue
        BEGIN SELECT raise(ABORT, 'append only'); END;
        CREATE TRIGGER revenue_kept BEFORE DELETE ON revision_revenue
        BEGIN SELECT raise(ABORT, 'append only'); END;
        """
}
