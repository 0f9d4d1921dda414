/// A bounded pool of own threads for decoding and measuring, so that CPU work never sits on the shared pool.
package final class CPUPool: Sendable {
    /// `queueLimit`: jobs waiting beyond it are refused.
    package init(threads: Int, queueLimit: Int) {}

    /// Runs `job` on a pool thread and returns its value; nil when the queue is full.
    ///
    /// A job whose task is cancelled before it starts is not run and returns nil.
    package func run<Value: Sendable>(_ job: @escaping @Sendable () -> Value) async -> Value? { nil }

    /// Jobs waiting or running.
    package var load: Int { 0 }
}
