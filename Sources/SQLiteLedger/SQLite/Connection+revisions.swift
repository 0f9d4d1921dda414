import Economics
import Ledger
import Policy

extension Connection {
    func append(_ revision: RevisionRecord) throws(LedgerError) {
        let latest = Int(try integer("SELECT coalesce(max(number), 0) FROM revisions"))
        guard revision.number == latest + 1 else { throw .stale(revision.number, latest: latest) }
        try run(
            "INSERT INTO revisions (number, at, author, origin, reason) VALUES (?, ?, ?, ?, ?)",
            [
                .integer(revision.number), .integer(revision.at.microseconds), .text(revision.by), .text(revision.from),
                .text(revision.reason),
            ]
        )
        if let audit = revision.audit { try append(audit, revision: revision.number) }
        if let stage = revision.stage {
            try run(
                "INSERT INTO revision_stages (revision, base, millionths, salt) VALUES (?, ?, ?, ?)",
                [
                    .integer(revision.number), .integer(stage.base), .integer(stage.millionths), .text(stage.salt),
                ]
            )
        }
        for (position, document) in revision.documents.enumerated() {
            try run(
                "INSERT INTO revision_documents (revision, position, path, bytes) VALUES (?, ?, ?, ?)",
                [.integer(revision.number), .integer(position), .text(document.path), .blob(document.bytes)]
            )
        }
        for (position, terms) in revision.revenue.enumerated() {
            try run(
                """
                INSERT INTO revision_revenue (revision, position, profile, ecpm, impressions_micros)
                VALUES (?, ?, ?, ?, ?)
                """,
                [
                    .integer(revision.number), .integer(position), .text(terms.profile),
                    .integer(terms.settings.ecpm.nanoUSD), .integer(terms.settings.impressionsPerUploadMicros),
                ]
            )
        }
    }

    func latestRevision() throws(LedgerError) -> RevisionRecord? {
        try revision(number: Int(try integer("SELECT coalesce(max(number), 0) FROM revisions")))
    }

    func revision(number: Int) throws(LedgerError) -> RevisionRecord? {
        guard let head = try heads("WHERE number = ?", .integer(number)).first else { return nil }
        let documents = try rows(
            "SELECT path, bytes FROM revision_documents WHERE revision = ? ORDER BY position",
            [.integer(number)]
        ) { PolicyDocument(path: $0.text(), bytes: $0.blob()) }
        return try record(head, documents: documents, audit: try audit(ofRevision: number))
    }

    func revisions(limit: Int) throws(LedgerError) -> [RevisionRecord] {
        var records: [RevisionRecord] = []
        for head in try heads("ORDER BY number DESC LIMIT ?", .integer(max(0, limit))) {
            records.append(try record(head, documents: [], audit: nil))
        }
        return records
    }

    private typealias Head = (
        number: Int, at: Timestamp, by: String, from: String, reason: String, stage: RevisionStage?
    )

    private func heads(_ clause: String, _ argument: SQLValue) throws(LedgerError) -> [Head] {
        try rows(
            """
            SELECT number, at, author, origin, reason, base, millionths, salt
            FROM revisions LEFT JOIN revision_stages ON revision = number \(clause)
            """,
            [argument]
        ) { row in
            let head = (row.count(), row.timestamp(), row.text(), row.text(), row.text())
            let base = row.optional { $0.count() }
            let (millionths, salt) = (row.count(), row.text())
            let stage = base.map { RevisionStage(base: $0, millionths: millionths, salt: salt) }
            return (head.0, head.1, head.2, head.3, head.4, stage)
        }
    }

    private func record(
        _ head: Head,
        documents: [PolicyDocument],
        audit: RevisionAudit?
    ) throws(LedgerError) -> RevisionRecord {
        let revenue = try rows(
            "SELECT profile, ecpm, impressions_micros FROM revision_revenue WHERE revision = ? ORDER BY position",
            [.integer(head.number)]
        ) {
            RevenueTerms(
                profile: $0.text(),
                settings: RevenueSettings(ecpm: $0.money(), impressionsPerUploadMicros: $0.integer())
            )
        }
        return RevisionRecord(
            number: head.number,
            at: head.at,
            by: head.by,
            from: head.from,
            reason: head.reason,
            documents: documents,
            revenue: revenue,
            audit: audit,
            stage: head.stage
        )
    }
}
