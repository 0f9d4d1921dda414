package import Documents
package import Ledger
import Platform
package import Policy

/// The revisions in which one profile changed.
package enum ProfileHistory {
    package struct Entry: Sendable {
        package let revision: RevisionRecord
        package let diff: PolicyDiff

        package var json: JSON {
            guard case .object(let members) = revision.summaryJSON else { return revision.summaryJSON }
            let accepted = revision.audit?.accepted ?? []
            let plan = revision.audit.flatMap {
                DocumentReader.read($0.plan, file: "plan", dialect: .json).root.map { JSON($0) }
            }
            return .object(
                members + [
                    .init("diff", diff.json), .init("accepted", .array(accepted.map { .string($0) })),
                    .init("plan", plan ?? .null),
                ]
            )
        }
    }

    /// How far back it looks.
    static let longest = 200

    /// Newest first: revisions among the latest 200 whose document of the profile is another than the one before, and
    /// those that roll such a document out to more; these are told beside the revision that was in force before.
    package static func entries(of profile: String, store: any LedgerStore) async throws(LedgerError) -> [Entry] {
        var entries: [Entry] = []
        let latest = try await store.latestRevision()
        var newer = latest
        while let revision = newer, revision.number > (latest?.number ?? 0) - longest {
            let older = revision.number > 1 ? try await store.revision(number: revision.number - 1) : nil
            let old = only(profile, older)
            let new = only(profile, revision)
            if old.documents != new.documents {
                entries.append(Entry(revision: revision, diff: PolicyDiff(from: old, to: new)))
            } else if let stage = older?.stage, stage != revision.stage {
                let base = only(profile, try await store.revision(number: stage.base))
                if base.documents != new.documents {
                    entries.append(Entry(revision: revision, diff: PolicyDiff(from: base, to: new)))
                }
            }
            newer = older
        }
        return entries
    }

    private static func only(
        _ profile: String,
        _ revision: RevisionRecord?
    ) -> (documents: [PolicyDocument], set: PolicySet?) {
        guard let revision else { return ([], nil) }
        return (
            revision.documents.filter { PolicyDocument.isProfile($0.path, named: profile) }, revision.policySet
        )
    }
}

extension RevisionRecord {
    /// What its documents were validated to, as of the day it was applied. Nil when this version no longer reads them.
    package var policySet: PolicySet? {
        PolicyReader.read(documents, knownZones: TimeZones.known, now: at).set
    }
}
