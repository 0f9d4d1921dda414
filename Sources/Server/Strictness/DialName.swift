/// Which controller: each judges one profile's uploads by the scores of one scorer.
package struct DialName: Sendable, Hashable, Comparable {
    package let profile: String
    /// Score space.
    package let space: String
    /// Whether devices ask with their scores (`/v1/gate`); pictures that come whole are another dial's, even in the same
    /// space: what a device is told to send comes again as a picture.
    package let isAsked: Bool

    package init(profile: String, space: String, isAsked: Bool) {
        self.profile = profile
        self.space = space
        self.isAsked = isAsked
    }

    package static func < (one: DialName, other: DialName) -> Bool {
        (one.profile, one.isAsked ? 1 : 0, one.space) < (other.profile, other.isAsked ? 1 : 0, other.space)
    }

    /// `pictures` or `devices`.
    package var source: String { isAsked ? "devices" : "pictures" }

    /// A file name's middle: score spaces hold a slash.
    var fileStem: String { "\(profile)-\(space.map { $0 == "/" ? "_" : String($0) }.joined())-\(source)" }
}
