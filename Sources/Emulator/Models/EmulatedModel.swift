import Economics

/// What one model takes and how it counts, from Google's documentation of November 2026.
struct EmulatedModel: Sendable, Hashable {
    enum Generation: Sendable, Hashable {
        /// 258 tokens a tile; thinking by budget.
        case two
        /// Images on a grid; thinking by level.
        case three
    }

    /// What becomes of `temperature`, `topP` and `topK`.
    enum Sampling: Sendable, Hashable {
        case taken
        /// Accepted without effect.
        case ignored
        /// Answered with 400.
        case refused
    }

    let id: String
    let generation: Generation
    /// `thinkingLevel` values it takes; empty where it takes a budget alone.
    let levels: [String]
    /// How much a request that says nothing thinks.
    let defaultLevel: String
    /// Until when it answers itself, and what answers afterwards under its name.
    var successor: (from: Timestamp, id: String)? { EmulatedModel.successors[id] }
    /// `thinkingBudget` values it takes beside -1 (automatic).
    let budget: ClosedRange<Int>
    /// Whether it can be told not to think at all, by a budget of 0.
    let canStopThinking: Bool
    /// Whether requests are refused although the name is known.
    let isGone: Bool

    private init(
        _ id: String,
        _ generation: Generation,
        levels: [String] = [],
        defaultLevel: String,
        budget: ClosedRange<Int> = 1...32_768,
        isGone: Bool = false
    ) {
        self.id = id
        self.generation = generation
        self.levels = levels
        self.defaultLevel = defaultLevel
        self.budget = budget
        canStopThinking = generation == .two ? defaultLevel != "HIGH" : levels.contains("MINIMAL")
        self.isGone = isGone
    }

    var sampling: Sampling {
        switch generation {
        case .two: .taken
        case .three: id.hasPrefix("gemini-3") ? .ignored : .refused
        }
    }

    /// Whether each picture may have a media resolution of its own.
    var takesPartResolution: Bool { generation == .three }

    /// Whether a piece of its streams holds usage alone.
    var sendsUsagePieces: Bool { id == "gemini-3.1-flash-lite" }

    private static let four = ["MINIMAL", "LOW", "MEDIUM", "HIGH"]
    private static let three = ["LOW", "MEDIUM", "HIGH"]

    static let all: [EmulatedModel] = [
        EmulatedModel("gemini-2.0-flash", .two, defaultLevel: "MINIMAL", isGone: true),
        EmulatedModel("gemini-2.5-flash", .two, defaultLevel: "MEDIUM", budget: 1...24_576),
        EmulatedModel("gemini-2.5-flash-lite", .two, defaultLevel: "MINIMAL", budget: 512...24_576),
        EmulatedModel("gemini-2.5-pro", .two, defaultLevel: "HIGH", budget: 128...32_768),
        EmulatedModel("gemini-3-flash-preview", .three, levels: four, defaultLevel: "HIGH"),
        EmulatedModel("gemini-3.1-flash-lite", .three, levels: four, defaultLevel: "MINIMAL"),
        EmulatedModel("gemini-3.5-flash-lite", .three, levels: four, defaultLevel: "MINIMAL"),
        EmulatedModel("gemini-3.5-flash", .three, levels: four, defaultLevel: "MEDIUM"),
        EmulatedModel("gemini-3.6-flash", .three, levels: four, defaultLevel: "MEDIUM"),
        EmulatedModel("gemini-3.7-flash", .three, levels: three, defaultLevel: "MEDIUM"),
        EmulatedModel("gemini-3.8-flash", .three, levels: three, defaultLevel: "MEDIUM"),
        EmulatedModel("gemini-4-hydrogen", .three, levels: three + ["XHIGH"], defaultLevel: "HIGH"),
    ]

    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

    /// 2026-12-01T00:00:00Z.
    private static let december = Timestamp.seconds(1_796_083_200)

    private static let successors: [String: (from: Timestamp, id: String)] = [
        "gemini-2.5-flash": (december, "gemini-3.5-flash-lite"),
        "gemini-2.5-pro": (december, "gemini-3.8-flash"),
    ]

    private static let aliases = [
        "gemini-flash-latest": "gemini-3.8-flash",
        "gemini-flash-lite-latest": "gemini-3.5-flash-lite",
    ]

    /// The model that answers to `id` at a moment: itself, what an alias means, or the successor of a retired one.
    /// Nil for an unknown id.
    static func answering(_ id: String, at moment: Timestamp) -> EmulatedModel? {
        guard let model = byID[aliases[id] ?? id] else { return nil }
        guard let successor = model.successor, moment >= successor.from else { return model }
        return byID[successor.id]
    }
}
