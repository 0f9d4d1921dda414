import Backtest
package import Ledger
package import Policy

extension PolicyDesk {
    /// Asks for the documents of an earlier revision to hold again.
    package struct Return: Sendable {
        /// The revision whose documents are wanted.
        package let revision: Int
        /// Only this profile's document; nil for all of them.
        package let profile: String?
        package let by: String
        package let from: String
        package let reason: String
        /// The live revision it was asked against; nil accepts any.
        package let base: Int?

        package init(revision: Int, profile: String?, by: String, from: String, reason: String, base: Int?) {
            self.revision = revision
            self.profile = profile
            self.by = by
            self.from = from
            self.reason = reason
            self.base = base
        }
    }

    /// Makes a new revision with the documents of an earlier one; history only grows. The documents are read as of now:
    /// a model that has stopped since is refused like in any proposal.
    ///
    /// Throws `notFound` without such a revision, or without that profile in it.
    package func rollBack(_ request: Return) async throws(LedgerError) -> Outcome {
        guard let wanted = try await store.revision(number: request.revision) else {
            throw LedgerError(.notFound, try await store.message(ofMissingRevision: request.revision))
        }
        var documents = wanted.documents
        var base = request.base
        if let profile = request.profile {
            guard let old = documents.first(where: { PolicyDocument.isProfile($0.path, named: profile) }) else {
                throw LedgerError(.notFound, "revision \(request.revision) has no profile `\(profile)`")
            }
            let live = try await store.revisionInForce()
            // What else holds now must still be what it is put beside.
            base = base ?? live?.number
            documents = (live?.documents ?? []).replacingProfile(profile, with: old)
        }
        return try await apply(
            Proposal(
                documents: documents,
                by: request.by,
                from: request.from,
                reason: request.reason,
                base: base,
                // Whoever goes back is in trouble now: what that breaks is recorded, and stops nobody.
                accepted: PlanLimit.allCases,
                endsRollout: true
            )
        )
    }
}

extension [PolicyDocument] {
    /// The same folder with another document for one profile.
    package func replacingProfile(_ name: String, with document: PolicyDocument) -> [PolicyDocument] {
        filter { !PolicyDocument.isProfile($0.path, named: name) } + [document]
    }
}
