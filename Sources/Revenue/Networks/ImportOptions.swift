package import Economics

/// What a report does not say of itself.
package struct ImportOptions: Sendable {
    /// All rows are of this profile; nil: told by their platform.
    package var profile: String?
    /// Platform as the source names it, in lower case, to profile. A platform that is not here is a profile of its name.
    package var platforms: [String: String]
    /// Of the profiles there are; empty: any.
    package var known: Set<String>
    /// ISO 4217; nil: as the report says.
    package var currency: String?
    /// IANA identifier; nil: the source's own.
    package var timeZone: String?
    /// Nil: the kind of report.
    package var source: String?
    package var status: RevenueRow.Status
    package var asOf: Timestamp
    /// Column or field of each part, for CSV of any form.
    package var mapping: [String: String]

    package init(
        profile: String? = nil,
        platforms: [String: String] = [:],
        known: Set<String> = [],
        currency: String? = nil,
        timeZone: String? = nil,
        source: String? = nil,
        status: RevenueRow.Status = .estimated,
        asOf: Timestamp,
        mapping: [String: String] = [:]
    ) {
        self.profile = profile
        self.platforms = platforms
        self.known = known
        self.currency = currency
        self.timeZone = timeZone
        self.source = source
        self.status = status
        self.asOf = asOf
        self.mapping = mapping
    }

    /// From words of a command line: `NAME=PROFILE` and `PART=COLUMN`, one each, and a moment. Throws `field`.
    package init(platforms: [String], mapping: [String], asOf: String?, now: Timestamp) throws(RevenueError) {
        func pairs(_ texts: [String], of option: String) throws(RevenueError) -> [String: String] {
            var pairs: [String: String] = [:]
            for text in texts {
                let parts = text.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else {
                    throw RevenueError(.field, "--\(option) must be NAME=VALUE, found `\(text)`")
                }
                pairs[String(parts[0])] = String(parts[1])
            }
            return pairs
        }
        let moment = asOf.map { Timestamp(iso8601: $0) } ?? now
        guard let moment else {
            throw RevenueError(.field, "--as-of must be a moment such as 2026-11-30T02:00:00Z, found `\(asOf ?? "")`")
        }
        let named = try pairs(platforms, of: "platforms")
        self.init(
            platforms: Dictionary(named.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { one, _ in one }),
            asOf: moment,
            mapping: try pairs(mapping, of: "map")
        )
    }

    /// The profile of a platform. Throws `profile` when there is none.
    func profile(ofPlatform platform: String?, _ place: String) throws(RevenueError) -> String {
        if let profile { return try checked(profile, place) }
        guard let platform, !platform.isEmpty else {
            throw RevenueError(.profile, "\(place): the report names no platform: say whose it is with --profile")
        }
        return try checked(platforms[platform.lowercased()] ?? platform.lowercased(), place)
    }

    private func checked(_ profile: String, _ place: String) throws(RevenueError) -> String {
        guard known.isEmpty || known.contains(profile) else {
            throw RevenueError(
                .profile,
                "\(place): there is no profile `\(profile.prefix(60))`; known: \(known.sorted().joined(separator: ", "));"
                    + " --platforms NAME=PROFILE says whose a platform is"
            )
        }
        return profile
    }
}
