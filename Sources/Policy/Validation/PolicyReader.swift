package import Documents
package import Economics

/// Turns policy documents into a validated set. Pure: the caller reads the files.
package enum PolicyReader {
    package struct Result: Sendable {
        /// Nil when there is at least one error.
        package let set: PolicySet?
        /// All errors and warnings of all documents, sorted by file and position.
        package let diagnostics: [Diagnostic]

        package init(set: PolicySet?, diagnostics: [Diagnostic]) {
            self.set = set
            self.diagnostics = diagnostics
        }
    }

    /// Reads every document: `prices.json5`, `models.json5`, `contracts/*.json5`; any other at the top is a profile.
    /// `.json` is read alike. What lies in `schema/` is left alone; a document in any other folder is an error.
    ///
    /// - Parameters:
    ///   - knownZones: The time zones this machine knows.
    ///   - now: For remarks about retiring models and prices.
    package static func read(
        _ documents: [PolicyDocument],
        knownZones: Set<String>,
        now: Timestamp
    ) -> Result {
        var reading = PolicyReading(knownZones: knownZones)
        let ordered = documents.sorted { $0.path < $1.path }
        for document in ordered { reading.read(document) }
        return reading.result(documents: ordered, now: now)
    }
}
