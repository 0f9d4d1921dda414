/// A time zone as the pure modules see it: a table of UTC offsets read at the edge (`Platform`), since nothing here
/// may ask the system.
package struct ZoneOffsets: Sendable, Hashable {
    package struct Transition: Sendable, Hashable {
        /// The first moment at which the offset holds.
        package let from: Timestamp
        /// Seconds east of UTC.
        package let offset: Int

        package init(from: Timestamp, offset: Int) {
            self.from = from
            self.offset = offset
        }
    }

    /// IANA identifier, such as `Asia/Tokyo`.
    package let identifier: String
    /// Seconds east of UTC before the first transition.
    package let initialOffset: Int
    /// In ascending order of `from`.
    package let transitions: [Transition]

    package init(identifier: String, initialOffset: Int, transitions: [Transition]) {
        self.identifier = identifier
        self.initialOffset = initialOffset
        self.transitions = transitions
    }

    package static let utc = ZoneOffsets(identifier: "UTC", initialOffset: 0, transitions: [])
}
