/// Which controller: each judges one profile's uploads by the scores of one scorer.
package struct DialName: Sendable, Hashable, Comparable {
    /// Whose uploads, and who decides: pictures that come whole are another dial's than scores, even in the same space, since
    /// what a device is told to send comes again as a picture.
    package enum Source: String, Sendable, CaseIterable, Comparable {
        /// Pictures that come whole.
        case pictures
        /// Devices that ask with their scores (`/v1/gate`).
        case devices
        /// Devices that judge by a policy they have and report what they did (`/v1/gate:batch`).
        case reported

        package static func < (one: Source, other: Source) -> Bool { one.rank < other.rank }

        private var rank: Int {
            switch self {
            case .pictures: 0
            case .devices: 1
            case .reported: 2
            }
        }
    }

    package let profile: String
    /// Score space.
    package let space: String
    package let source: Source

    package init(profile: String, space: String, source: Source) {
        self.profile = profile
        self.space = space
        self.source = source
    }

    package init(profile: String, space: String, isAsked: Bool) {
        self.init(profile: profile, space: space, source: isAsked ? .devices : .pictures)
    }

    package static func < (one: DialName, other: DialName) -> Bool {
        (one.profile, one.source, one.space) < (other.profile, other.source, other.space)
    }

    /// A file name's middle: score spaces hold a slash.
    var fileStem: String { "\(profile)-\(space.map { $0 == "/" ? "_" : String($0) }.joined())-\(source.rawValue)" }
}
