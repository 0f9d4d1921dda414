import Economics

/// What one model takes and how it counts, from Google's documentation of November 2026.
struct EmulatedModel: Sendable, Hashable {
    enum Generation: Sendable, Hashable {
        /// 258 tokens a tile; thinking by budget.
        case two
        /// Images on a grid; thinking by level.
        case three
    }

    let id: String
    let generation: Generation
    /// `thinkingLevel` values it takes; empty where it takes a budget alone.
    let levels: [String]
    /// How much a request that says nothing thinks.
    let defaultLevel: String
    /// Until when it answers itself, and what answers afterwards under its name.
    var successor: (from: Timestamp, id: String)? { EmulatedModel.successors[id] }
    /// Whether requests are refused although the name is known.
    let isGone: Bool

    private init(
        _ id: String,
        _ generation: Generation,
        levels: [String] = [],
        defaultLevel: String,
        isGone: Bool = false
    ) {
        self.id = id
        self.generation = generation
        self.levels = levels
        self.defaultLevel = defaultLevel
        self.isGone = isGone
    }

    private static let four = ["MINIMAL", "LOW", "MEDIUM", "HIGH"]
    private static let three = ["LOW", "MEDIUM", "HIGH"]

    static let all: [EmulatedModel] = [
        EmulatedModel("gemini-2.0-flash", .two, defaultLevel: "MINIMAL", isGone: true),
        EmulatedModel("gemini-2.5-flash", .two, defaultLevel: "MEDIUM"),
        EmulatedModel("gemini-2.5-flash-lite", .two, defaultLevel: "MINIMAL"),
        EmulatedModel("gemini-2.5-pro", .two, defaultLevel: "HIGH"),
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
