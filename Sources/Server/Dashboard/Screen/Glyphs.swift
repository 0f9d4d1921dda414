import Terminal

/// The few signs screens draw with. Each has a twin of one cell in ASCII, so that nothing moves without UTF-8.
struct Glyphs: Sendable {
    let rule: Character
    let full: Character
    let half: Character
    let empty: Character
    let nothing: String
    /// From least to most.
    let spark: [Character]

    static let utf8 = Glyphs(
        rule: "─",
        full: "█",
        half: "▌",
        empty: "░",
        nothing: "—",
        spark: Array("▁▂▃▄▅▆▇█")
    )
    static let ascii = Glyphs(rule: "-", full: "#", half: "+", empty: ".", nothing: "-", spark: Array("_.,-=+*#"))

    init(rule: Character, full: Character, half: Character, empty: Character, nothing: String, spark: [Character]) {
        self.rule = rule
        self.full = full
        self.half = half
        self.empty = empty
        self.nothing = nothing
        self.spark = spark
    }

    init(_ glyphs: OutputStyle.Glyphs) { self = glyphs == .utf8 ? .utf8 : .ascii }

    /// A bar of `width` cells, `share` of them full, to half a cell.
    ///
    /// - Parameter share: Held to 0...1.
    func bar(_ share: Double, width: Int) -> String {
        let halves = Int((min(1, max(0, share)) * Double(width * 2)).rounded(.down))
        let shown = String(repeating: full, count: halves / 2) + (halves % 2 == 1 ? String(half) : "")
        return shown + String(repeating: empty, count: width - shown.count)
    }

    /// One sign a value, relative to the largest. The lowest is for 0 alone.
    func sparkline(_ values: [Int]) -> String {
        let most = values.max() ?? 0
        return String(
            values.map { value in
                guard most > 0, value > 0 else { return spark[0] }
                return spark[max(1, (value * (spark.count - 1) + most / 2) / most)]
            }
        )
    }
}
