/// One thread of our own that an actor is pinned to: blocking C is allowed on it.
package final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
    package init(name: String) {}

    package func enqueue(_ job: consuming ExecutorJob) {}
}
