import Documents
import Economics

/// One run over a folder of documents: what was read so far, and what there is to say about it.
struct PolicyReading {
    private let knownZones: Set<String>
    private var remarks: [Remarks] = []
    private var paths: Set<String> = []
    private var prices: PriceBook?
    private var portfolio: Portfolio?
    private var models: [ModelCapabilities]?
    private var contracts: [String: Contract] = [:]
    private var brokenContracts: Set<String> = []
    private var drafts: [ProfileDraft] = []

    init(knownZones: Set<String>) { self.knownZones = knownZones }

    mutating func read(_ document: PolicyDocument) {
        guard let place = DocumentPlace(document.path) else {
            let remarks = begin(document.path)
            remarks.error(
                .file,
                at: nil,
                field: "",
                "no document is read here: profiles, prices.json5 and models.json5 stand at the top, contracts in contracts/"
            )
            return
        }
        guard place.kind != .ignored else { return }
        let remarks = begin(document.path)
        // `ios.json5` beside `ios.json`: which one counts would be a guess.
        guard paths.insert(place.identity).inserted else {
            remarks.error(.duplicate, at: nil, field: "", "there are two documents `\(place.identity)`")
            return
        }
        let read = DocumentReader.read(document.bytes, file: document.path, dialect: .json5)
        for diagnostic in read.diagnostics { remarks.add(diagnostic) }
        guard let root = read.root else {
            if place.kind == .contract { brokenContracts.insert(place.stem) }
            return
        }
        decode(root, place: place, remarks: remarks)
    }

    private mutating func decode(_ root: DocumentNode, place: DocumentPlace, remarks: Remarks) {
        switch place.kind {
        case .prices: prices = PricesDecoder.book(root, remarks: remarks)
        case .models: models = ModelsDecoder.models(root, remarks: remarks)
        case .contract:
            if let contract = ContractDecoder.contract(root, stem: place.stem, remarks: remarks) {
                contracts[place.stem] = contract
            } else {
                brokenContracts.insert(place.stem)
            }
        case .profile:
            drafts.append(ProfileDecoder.draft(root, stem: place.stem, knownZones: knownZones, remarks: remarks))
        case .portfolio:
            portfolio = PortfolioDecoder.portfolio(root, knownZones: knownZones, remarks: remarks)
        case .ignored: break
        }
    }

    private mutating func begin(_ path: String) -> Remarks {
        let remarks = Remarks(file: path)
        self.remarks.append(remarks)
        return remarks
    }

    mutating func result(documents: [PolicyDocument], now: Timestamp) -> PolicyReader.Result {
        for required in ["prices", "models"] where !paths.contains(required) {
            let remarks = begin("\(required).json5")
            remarks.error(.file, at: nil, field: "", "\(required).json5 is missing")
        }
        let checks = PolicyChecks(
            prices: prices,
            models: models,
            contracts: contracts,
            brokenContracts: brokenContracts,
            now: now
        )
        var profiles: [String: Profile] = [:]
        for draft in drafts {
            checkDuplicate(draft)
            checks.check(draft)
            if let profile = draft.profile { profiles[profile.name] = profile }
        }
        let diagnostics = remarks.flatMap(\.diagnostics).sortedByPosition()
        guard !diagnostics.contains(where: { $0.severity == .error }), let prices, let models else {
            return PolicyReader.Result(set: nil, diagnostics: diagnostics)
        }
        let set = PolicySet(
            profiles: profiles,
            prices: prices,
            models: models,
            contracts: contracts,
            portfolio: portfolio,
            documents: documents
        )
        return PolicyReader.Result(set: set, diagnostics: diagnostics)
    }

    /// The same name in two files is wrong in at least one by its file's name; this says what the other one is.
    private func checkDuplicate(_ draft: ProfileDraft) {
        guard let own = draft.name else { return }
        for other in drafts where other.remarks !== draft.remarks && other.name?.value == own.value {
            guard other.remarks.file < draft.remarks.file else { continue }
            own.field.remarks.error(
                .duplicate,
                at: own.field.node,
                field: "name",
                "the profile `\(own.value)` stands in \(other.remarks.file) already"
            )
        }
    }
}
