/// What a colour repeats: the words beside it say the same, for those who see none.
package enum Tone: String, Sendable, CaseIterable {
    case plain
    /// Inside its limit.
    case good
    /// Near its limit.
    case near
    /// Past its limit.
    case broken
    /// The figure of a panel that matters most.
    case strong

    /// SGR parameter (ECMA-48 §8.3.117); nil: none. Only foregrounds that can be read on light and dark.
    var sgr: Int? {
        switch self {
        case .plain: nil
        case .strong: 1
        case .broken: 31
        case .good: 32
        case .near: 33
        }
    }
}
