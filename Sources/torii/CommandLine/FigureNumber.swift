/// A measured number as benches print it.
enum FigureNumber {
    /// Whole from a thousand on, else with one decimal.
    static func text(_ value: Double) -> String { value < 1_000 ? value.fixed(1) : "\(Int(value))" }
}
