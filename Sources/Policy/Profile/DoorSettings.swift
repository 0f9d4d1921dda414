/// How calls of Google's SDKs are served under this profile.
package struct DoorSettings: Sendable, Hashable {
    /// What becomes of a picture the gate rejects.
    package enum OnReject: String, Sendable, CaseIterable {
        /// It is sent all the same: the verdict is recorded only.
        case pass
        /// The answer is a blocked prompt.
        case block
        /// The answer is what the gate itself saw, where it fits the caller's schema; else a blocked prompt.
        case local
    }

    package let onReject: OnReject

    package init(onReject: OnReject) { self.onReject = onReject }
}
