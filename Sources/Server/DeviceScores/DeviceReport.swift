import Devices
import Documents
import Economics
import Policy

/// What a device says about one image: its scores, its labels, its own state. Lenient where phones are odd (every repair
/// is named), strict where two readings are possible: then a value is missing, and missing evidence only ever sends.
struct DeviceReport: Sendable {
    enum ScorerStatus: String, Sendable, CaseIterable { case complete, partial, timedOut, unavailable }

    let imageID: String?
    let scoreSpace: String?
    let status: ScorerStatus
    /// From a simulator: answered, and nothing is learnt from it.
    let isSimulated: Bool
    /// How the scores are judged; nil for a space without thresholds.
    let space: ScoreSpaceSettings?
    let evidence: Evidence
    /// Scores or labels came, and not one value could be used.
    let isUnusable: Bool
    let device: DeviceState
    let mode: Governor.Mode
    let timeZone: String?
    let clientRevision: Int?
    let clientVersion: ClientVersion?
    /// What the app decided itself; nil where it does not say.
    let claim: Verdict?
    /// When the device says that it asked; never decides anything.
    let sentAt: Timestamp?
    let normalised: [String]
    let warnings: [String]

    static let maxBytes = 131_072
    private static let maxDepth = 16
    /// The newest form of a report this server knows.
    private static let schema: Int64 = 1
    private static let known: Set<String> = [
        "schema", "imageId", "scoreSpace", "scorer", "image", "scores", "labels", "device", "client", "mode", "sentAt",
    ]

    /// Reads the body of `POST /v1/gate`. Throws `invalid_json`, `duplicate_field` (with the byte offset),
    /// `conflicting_fields`, `missing_field`, `invalid_field`, `body_too_large`.
    ///
    /// - Parameter device: Instead of the report's own, where it came apart from it.
    init(_ body: [UInt8], profile: Profile, device: DocumentNode? = nil) throws(Problem) {
        let object = try AliasedObject(try Self.root(of: body), known: Self.known)
        var notes = DeviceNotes()
        if object.unknown > 0 { notes.warn("unknown_keys") }
        if let schema = object["schema"]?.wholeNumber, schema > Self.schema { notes.warn("schema_newer") }

        imageID = try Self.imageID(object["imageId"])
        scoreSpace = try Self.scoreSpace(object)
        let scorer = try object["scorer"].map { node throws(Problem) in
            try AliasedObject(node, known: ["status", "model", "revisions", "elapsedMs", "simulated", "firstRun"])
        }
        status = scorer?["status"]?.string.flatMap(Self.status) ?? .complete
        isSimulated = scorer?["simulated"]?.bool == true
        space = scoreSpace.flatMap(profile.scoreSpace(named:))
        let scores = try DeviceEvidence(object, space: space, notes: &notes)
        evidence = scores.evidence
        isUnusable = scores.isUnusable
        let state = try DeviceStateReader.read(device ?? object["device"], notes: &notes)
        self.device = state.state
        timeZone = state.timeZone
        mode = object["mode"]?.string.flatMap { Governor.Mode(rawValue: $0.lowercased()) } ?? .interactive
        let client = try object["client"].map { node throws(Problem) in
            try AliasedObject(node, known: ["version", "policyRevision", "verdict", "reason"])
        }
        clientRevision = DeviceNumber.read(client?["policyRevision"], notes: &notes).number.flatMap { Int(exactly: $0) }
        clientVersion = client?["version"]?.string.flatMap(ClientVersion.init)
        claim = client?["verdict"]?.string.flatMap { Verdict(rawValue: $0.lowercased()) }
        sentAt = object["sentAt"]?.string.flatMap { Timestamp(iso8601: $0) }
        normalised = notes.normalised
        warnings = notes.warnings
    }

    /// What the gate came to know from it.
    ///
    /// - Parameter thresholds: Instead of the space's own, where a dial moves them.
    func finding(gate: GateSettings, thresholds: Thresholds? = nil) -> GateFinding {
        guard gate.enabled else { return .disabled }
        if status == .timedOut { return .clientTimedOut }
        guard let space else { return .unknownScoreSpace }
        if isUnusable { return .scoresUnusable }
        return .judged(Judge.judgement(of: evidence, settings: gate, thresholds: thresholds ?? space.thresholds))
    }

    /// Whether scores came that thresholds of its space can judge.
    func isJudgeable(gate: GateSettings) -> Bool {
        gate.enabled && status != .timedOut && space != nil && !isUnusable
    }

    private static func root(of body: [UInt8]) throws(Problem) -> DocumentNode {
        guard body.count <= maxBytes else {
            throw Problem(.bodyTooLarge, "scores take at most \(maxBytes) bytes, found \(body.count)")
        }
        let read = DocumentReader.read(body, file: "request", dialect: .json, maxDepth: maxDepth)
        guard let root = read.root else {
            let mistake = read.diagnostics.first
            throw Problem(
                mistake?.code == "json.duplicate-key" ? .duplicateField : .invalidJSON,
                mistake?.message ?? "this is not JSON",
                extra: [.init("offset", .integer(Int64(mistake?.start?.offset ?? 0)))]
            )
        }
        guard root.object != nil else { throw Problem(.invalidJSON, "an object is expected") }
        return root
    }

    /// `timedOut` and its spellings in other languages' enums.
    private static func status(_ word: String) -> ScorerStatus? {
        func letters(_ text: String) -> String { text.lowercased().filter(\.isLetter) }
        return ScorerStatus.allCases.first { letters($0.rawValue) == letters(word) }
    }

    private static func imageID(_ node: DocumentNode?) throws(Problem) -> String? {
        guard let node, !node.isNull else { return nil }
        guard let text = node.string, (1...128).contains(text.utf8.count), text.utf8.allSatisfy(isImageIDByte) else {
            throw Problem(.invalidField, "imageId must be sha256:HEX or 1...128 of A-Z a-z 0-9 . _ : -")
        }
        return text
    }

    private static func isImageIDByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"): true
        default: false
        }
    }

    private static func scoreSpace(_ object: AliasedObject) throws(Problem) -> String? {
        guard let node = object["scoreSpace"], !node.isNull else {
            if object["scores"] != nil || object["labels"] != nil {
                throw Problem(.missingField, "`scoreSpace` must say which scorer the scores come from")
            }
            return nil
        }
        guard let text = node.string, ScoreSpaceSettings.isName(text) else {
            throw Problem(.invalidField, "scoreSpace must be like apple-vision/18")
        }
        return text
    }
}
