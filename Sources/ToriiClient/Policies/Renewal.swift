/// What came of asking for the policy.
public enum Renewal: Sendable, Hashable {
    public enum Failure: Sendable, Hashable {
        case offline
        case refused(status: Int)
        /// Not signed by a bundled key, or not for this profile and score space.
        case notVerified
        /// A policy that was replaced already: somebody plays an old answer back.
        case olderRevision
    }

    case renewed(revision: Int)
    case unchanged
    /// Asked too recently.
    case notDue
    /// The policy at hand goes on deciding.
    case failed(Failure)
}
