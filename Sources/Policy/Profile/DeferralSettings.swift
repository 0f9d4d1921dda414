/// How answers come that a client lets wait.
package struct DeferralSettings: Sendable, Hashable {
    /// How long a picture may wait for a job; past it, it is asked for by itself.
    package let deadline: Duration
    /// Where answers are posted as they come; nil: nowhere, clients ask.
    package let callback: String?

    package init(deadline: Duration, callback: String?) {
        self.deadline = deadline
        self.callback = callback
    }
}
