import Devices
import Documents
import Platform
import Policy

/// Device policies of the revision in force, signed once each.
package final class PolicyShelf: Sendable {
    private struct Shelf: Sendable {
        var keys: SigningKeys
        var revision = 0
        var policies: [String: (thresholds: Thresholds?, policy: SignedPolicy)] = [:]
    }

    private let shelf: Locked<Shelf>

    package init(keys: SigningKeys) { shelf = Locked(Shelf(keys: keys)) }

    package var keys: SigningKeys { shelf.withLock { $0.keys } }

    /// From the next answer on these sign.
    package func sign(with keys: SigningKeys) { shelf.withLock { $0 = Shelf(keys: keys) } }

    /// The policy for devices of one score space. Spaces the profile does not know are made anew each time: clients choose
    /// their names.
    ///
    /// - Parameter thresholds: Instead of the profile's, where a dial moves them.
    func policy(of issued: PolicyHolder.Issued, scoreSpace: String, thresholds: Thresholds? = nil) -> SignedPolicy {
        let profile = issued.snapshot.profile
        let revision = issued.snapshot.revision
        let key = "\(profile.name) \(scoreSpace)"
        let (kept, keys) = shelf.withLock { ($0.revision == revision ? $0.policies[key] : nil, $0.keys) }
        if let kept, kept.thresholds == thresholds { return kept.policy }
        let policy = SignedPolicy(
            DevicePolicy(
                profile: profile,
                scoreSpace: scoreSpace,
                revision: revision,
                issuedAt: issued.at,
                thresholds: thresholds
            ),
            keys: keys
        )
        guard profile.scoreSpace(named: scoreSpace) != nil else { return policy }
        shelf.withLock { shelf in
            guard shelf.keys.current.id == keys.current.id, shelf.revision <= revision else { return }
            if shelf.revision < revision {
                shelf.revision = revision
                shelf.policies = [:]
            }
            shelf.policies[key] = (thresholds, policy)
        }
        return policy
    }
}
