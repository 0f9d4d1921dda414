/// A `WorkSchedule` that threads of ours wait on.
final class WorkQueue<Job: Sendable>: @unchecked Sendable {
    enum Admission: Sendable, Hashable { case accepted, full, closed }

    private let mutex = PthreadMutex()
    // SAFETY: both are touched only while `mutex` is held.
    private var schedule: WorkSchedule<Job>
    private var isClosed = false

    init(_ schedule: WorkSchedule<Job>) { self.schedule = schedule }

    /// Jobs waiting, and those taken but not yet reported done.
    var load: Int {
        mutex.lock()
        defer { mutex.unlock() }
        return schedule.waiting + schedule.running
    }

    /// - Parameter cost: Expected, in microseconds.
    func push(_ job: Job, cost: Int64) -> Admission {
        mutex.lock()
        defer { mutex.unlock() }
        if isClosed { return .closed }
        guard schedule.add(job, cost: cost) == .accepted else { return .full }
        mutex.wakeOne()
        return .accepted
    }

    /// The next job, waited for; nil once the queue is closed and empty. Report it with `done(cost:)`.
    func pop() -> (job: Job, cost: Int64)? {
        mutex.lock()
        defer { mutex.unlock() }
        while true {
            if let next = schedule.next() { return next }
            if isClosed && schedule.waiting == 0 { return nil }
            mutex.wait()
        }
    }

    func done(cost: Int64) {
        mutex.lock()
        defer { mutex.unlock() }
        schedule.finished(cost: cost)
        // A dear job may begin now, which a thread that waits has passed over; and the last thread may see the end.
        mutex.wakeAll()
    }

    /// Takes the first waiting job that matches out of the queue; nil when it was popped already.
    ///
    /// Complexity: linear in the number of jobs that wait.
    func remove(where matches: (Job) -> Bool) -> Job? {
        mutex.lock()
        defer { mutex.unlock() }
        return schedule.remove(where: matches)
    }

    /// No more jobs come in; those that wait are still handed out.
    func close() {
        mutex.lock()
        defer { mutex.unlock() }
        isClosed = true
        mutex.wakeAll()
    }
}
