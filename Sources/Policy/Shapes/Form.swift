package import Economics

/// What a value of a document may be. The decoder reads by it and the JSON Schemas are written from it.
package indirect enum Form: Sendable {
    /// `true` or `false`.
    case flag
    /// Text that is not blank.
    case text
    /// The name of a document: `[a-z][a-z0-9-]{0,31}`.
    case name
    /// A key of the answer, in camelCase.
    case camelCase
    /// A scorer and its version: `torii/1`.
    case scoreSpace
    /// `#rrggbb`
    case color
    /// A time zone the machine knows.
    case zone
    case number(ClosedRange<Double>)
    /// A number in 0...1.
    case share
    case integer(ClosedRange<Int>)
    /// `800ms`, `8s`, `5m`, `48h`.
    case duration(ClosedRange<Duration>)
    /// `60.00 USD`
    case money(ClosedRange<Money>)
    /// `2026-12-31`
    case day
    /// `22:00-06:00`
    case nightWindow
    /// One of a closed set.
    case word([String])
    case list(Form, count: ClosedRange<Int>, unique: Bool)
    case object(Shape)
    /// An object whose keys are names of the reader's own, such as models, and how many it has at least.
    case map(Form, least: Int)

    /// One of the words of a closed set of values, but for those left out.
    package static func word<Choice>(_ type: Choice.Type, except: [Choice] = []) -> Form
    where Choice: RawRepresentable & CaseIterable & Equatable, Choice.RawValue == String {
        .word(Choice.allCases.filter { !except.contains($0) }.map(\.rawValue))
    }

    package static func object(_ keys: [Key]) -> Form { .object(Shape(keys)) }
}
