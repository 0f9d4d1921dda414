/// A key that a full-screen view knows.
package enum Key: Sendable, Hashable {
    /// A printable character of ASCII.
    case character(Character)
    case tab, shiftTab, left, right, up, down, enter, escape
}
