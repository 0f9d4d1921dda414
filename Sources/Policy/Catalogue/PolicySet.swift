package import Economics

/// A whole, validated folder of policy documents: what one revision is made of.
package struct PolicySet: Sendable, Hashable {
    /// By name.
    package let profiles: [String: Profile]
    package let prices: PriceBook
    package let models: [ModelCapabilities]
    /// By name.
    package let contracts: [String: Contract]
    /// Money across profiles; nil without the document.
    package let portfolio: Portfolio?
    /// The documents as they were read, by path below the folder; kept so that a revision can be shown and compared.
    package let documents: [PolicyDocument]

    package init(
        profiles: [String: Profile],
        prices: PriceBook,
        models: [ModelCapabilities],
        contracts: [String: Contract],
        portfolio: Portfolio? = nil,
        documents: [PolicyDocument]
    ) {
        self.profiles = profiles
        self.prices = prices
        self.models = models
        self.contracts = contracts
        self.portfolio = portfolio
        self.documents = documents
    }

    /// What the family of `model` accepts: the longest matching prefix, or nil.
    package func capabilities(of model: String) -> ModelCapabilities? {
        models.filter { model.hasPrefix($0.prefix) }.max { $0.prefix.utf8.count < $1.prefix.utf8.count }
    }
}

/// One policy file.
package struct PolicyDocument: Sendable, Hashable {
    /// Below the folder: `ios.json5`, `contracts/wallpaper.json5`.
    package let path: String
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// One profile of one revision: taken once when an upload arrives and used to its end.
package struct PolicySnapshot: Sendable {
    package let revision: Int
    package let profile: Profile
    package let set: PolicySet
    package let contract: Contract
    package let capabilities: ModelCapabilities
    /// The budget's time zone.
    package let zone: ZoneOffsets
    /// That of the portfolio's budget; UTC without one.
    package let portfolioZone: ZoneOffsets
    /// Which uploads it judges beside the revision in force; nil: it is in force.
    package let rollout: Rollout?

    package init(
        revision: Int,
        profile: Profile,
        set: PolicySet,
        contract: Contract,
        capabilities: ModelCapabilities,
        zone: ZoneOffsets,
        portfolioZone: ZoneOffsets = .utc,
        rollout: Rollout? = nil
    ) {
        self.revision = revision
        self.profile = profile
        self.set = set
        self.contract = contract
        self.capabilities = capabilities
        self.zone = zone
        self.portfolioZone = portfolioZone
        self.rollout = rollout
    }
}
