/// Whom a cap is for. An attempt counts for all that stand above it.
package enum CapHolder: Sendable, Hashable {
    /// All profiles together.
    case portfolio
    case profile(String)
    /// One API key inside a profile.
    case key(profile: String, id: String)

    /// `portfolio`, `profile/ios`, `key/ios/ID`: how it is stored, shown and sorted.
    package var text: String {
        switch self {
        case .portfolio: "portfolio"
        case .profile(let name): "profile/\(name)"
        case .key(let profile, let id): "key/\(profile)/\(id)"
        }
    }

    /// Reads `text`. Nil for anything else.
    package init?(text: String) {
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("portfolio", 1): self = .portfolio
        case ("profile", 2...): self = .profile(parts.dropFirst().joined(separator: "/"))
        case ("key", 3): self = .key(profile: parts[1], id: parts[2])
        default: return nil
        }
    }

    /// From the widest to the narrowest.
    var rank: Int {
        switch self {
        case .portfolio: 0
        case .profile: 1
        case .key: 2
        }
    }
}
