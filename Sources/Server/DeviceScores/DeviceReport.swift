import Documents
import Economics
import Policy

/// What a device says about one image: its scores, its labels, its own state. Lenient where phones are odd (every repair
/// is named), strict where two readings are possible: then a value is missing, and missing evidence only ever sends.
struct DeviceReport: Sendable {
    enum ScorerStatus: String, Sendable { case complete, partial, timedOut, unavailable }

    let imageID: String?
    let scoreSpace: String?
    let status: ScorerStatus
    let evidence: Evidence
    /// Scores or labels came, and not one value could be used.
    let isUnusable: Bool
    let device: DeviceState
    let mode: Governor.Mode
    let timeZone: String?
    let clientRevision: Int?
    /// When the device says that it asked; never decides anything.
    let sentAt: Timestamp?
    let normalised: [String]
    let warnings: [String]

    static let maxBytes = 131_072
    private static let maxDepth = 16
    private static let known: Set<String> = [
        "schema", "imageId", "scoreSpace", "scorer", "image", "scores", "labels", "device", "client", "mode", "sentAt",
    ]

    /// Reads the body of `POST /v1/gate`. Throws `invalid_json`, `duplicate_field` (with the byte offset),
    /// `conflicting_fields`, `missing_field`, `invalid_field`, `body_too_large`.
    init(_ body: [UInt8]) throws(Problem) {
        guard body.count <= Self.maxBytes else {
            throw Problem("body_too_large", 413, "scores take at most \(Self.maxBytes) bytes, found \(body.count)")
        }
        let read = DocumentReader.read(body, file: "request", dialect: .json, maxDepth: Self.maxDepth)
        guard let root = read.root else {
            let mistake = read.diagnostics.first
            throw Problem(
                mistake?.code == "json.duplicate-key" ? "duplicate_field" : "invalid_json",
                400,
                mistake?.message ?? "this is not JSON",
                extra: [.init("offset", .integer(Int64(mistake?.start?.offset ?? 0)))]
            )
        }
        guard root.object != nil else { throw Problem("invalid_json", 400, "an object is expected") }
        let object = try AliasedObject(root, known: Self.known)
        var notes = DeviceNotes()
        if object.unknown > 0 { notes.warn("unknown_keys") }
        if let schema = object["schema"]?.integer, schema > 1 { notes.warn("schema_newer") }

        imageID = try Self.imageID(object["imageId"])
        scoreSpace = try Self.scoreSpace(object)
        let scorer = try object["scorer"].map { node throws(Problem) in
            try AliasedObject(node, known: ["status", "model", "revisions", "elapsedMs", "simulated", "firstRun"])
        }
        status = scorer?["status"]?.string.flatMap(ScorerStatus.init(rawValue:)) ?? .complete
        let scores = try DeviceEvidence(object, scoreSpace: scoreSpace, notes: &notes)
        evidence = scores.evidence
        isUnusable = scores.isUnusable
        let state = try DeviceStateReader.read(object["device"], notes: &notes)
        device = state.state
        timeZone = state.timeZone
        mode = object["mode"]?.string.flatMap(Governor.Mode.init(rawValue:)) ?? .interactive
        let client = try object["client"].map { node throws(Problem) in
            try AliasedObject(node, known: ["version", "policyRevision", "verdict", "reason"])
        }
        clientRevision = client?["policyRevision"]?.integer.map { Int($0) }
        sentAt = object["sentAt"]?.string.flatMap { Timestamp(iso8601: $0) }
        normalised = notes.normalised
        warnings = notes.warnings
    }

    /// What the gate came to know from it.
    func finding(settings: GateSettings, profileSpace: String) -> GateFinding {
        guard settings.enabled else { return .disabled }
        if status == .timedOut { return .clientTimedOut }
        guard scoreSpace == profileSpace else { return .unknownScoreSpace }
        if isUnusable { return .scoresUnusable }
        return .judged(
            Judge.judgement(of: evidence, settings: settings, thresholds: Thresholds.start(of: settings))
        )
    }

    private static func imageID(_ node: DocumentNode?) throws(Problem) -> String? {
        guard let node, !node.isNull else { return nil }
        guard let text = node.string, text.wholeMatch(of: #/[A-Za-z0-9._:\-]{1,128}/#) != nil else {
            throw Problem("invalid_field", 400, "imageId must be sha256:HEX or 1...128 of A-Z a-z 0-9 . _ : -")
        }
        return text
    }

    private static func scoreSpace(_ object: AliasedObject) throws(Problem) -> String? {
        guard let node = object["scoreSpace"], !node.isNull else {
            if object["scores"] != nil || object["labels"] != nil {
                throw Problem("missing_field", 400, "`scoreSpace` must say which scorer the scores come from")
            }
            return nil
        }
        guard let text = node.string, text.wholeMatch(of: #/[a-z0-9\-]{1,32}\/[0-9]{1,5}/#) != nil else {
            throw Problem("invalid_field", 400, "scoreSpace must be like apple-vision/18")
        }
        return text
    }
}

/// What was bent or not understood while a report was read.
struct DeviceNotes: Sendable {
    private(set) var normalised: [String] = []
    private(set) var warnings: [String] = []

    mutating func note(_ word: String) { if !normalised.contains(word) { normalised.append(word) } }
    mutating func warn(_ word: String) { if !warnings.contains(word) { warnings.append(word) } }
}
