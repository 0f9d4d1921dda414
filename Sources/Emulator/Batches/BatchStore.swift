import Economics
import Platform

/// Batches and how they get on: time does not drive them, being looked at does, so that tests need no waiting.
final class BatchStore: Sendable {
    private struct State: Sendable {
        /// In the order of their making.
        var jobs: [BatchJob] = []
        var made = 0
    }

    private let seed: UInt64
    private let course: BatchCourse
    private let state = Locked(State())

    init(seed: UInt64, course: BatchCourse) {
        self.seed = seed
        self.course = course
    }

    /// - Parameter job: Makes the batch of its name.
    func add(_ job: (_ name: String) -> BatchJob) -> BatchJob {
        let number = state.withLock { state in
            state.made += 1
            return state.made
        }
        let id = String(Encoding.hex(Crypto.sha256(Array("\(seed)/batch/\(number)".utf8))).prefix(24))
        let job = job("batches/\(id)")
        state.withLock { $0.jobs.append(job) }
        return job
    }

    var all: [BatchJob] { state.withLock { $0.jobs } }

    /// Looks at a batch and moves it on. Nil when there is none; `isMine` when the caller is to work out its answers
    /// and `finish` it.
    func look(_ name: String, at moment: Timestamp) -> (job: BatchJob, isMine: Bool)? {
        let course = course
        return change(name) { job in
            guard !job.state.isEnd, course.end != .stuck else { return (job, false) }
            job.looks += 1
            if job.state == .pending { (job.state, job.updated) = (.running, moment) }
            guard job.looks >= course.polls, !job.isInWork else { return (job, false) }
            switch course.end {
            case .failed: (job.state, job.updated) = (.failed, moment)
            case .expired: (job.state, job.updated) = (.expired, moment)
            case .succeeded, .stuck:
                job.isInWork = true
                return (job, true)
            }
            return (job, false)
        }
    }

    /// The answers are there. One that was cancelled meanwhile stays so.
    func finish(_ name: String, results: [BatchJob.Result], file: String?, at moment: Timestamp) -> BatchJob? {
        change(name) { job in
            job.isInWork = false
            guard !job.state.isEnd else { return job }
            job.results = results
            job.responsesFile = file
            (job.state, job.updated) = (.succeeded, moment)
            return job
        }
    }

    /// False when there is none. What has ended stays as it is.
    func cancel(_ name: String, at moment: Timestamp) -> Bool {
        change(name) { job in
            if !job.state.isEnd { (job.state, job.updated) = (.cancelled, moment) }
            return true
        } ?? false
    }

    /// False when there is none.
    func delete(_ name: String) -> Bool {
        state.withLock { state in
            let count = state.jobs.count
            state.jobs.removeAll { $0.name == name }
            return state.jobs.count < count
        }
    }

    private func change<Value: Sendable>(_ name: String, _ body: (inout BatchJob) -> Value) -> Value? {
        state.withLock { state in
            guard let index = state.jobs.firstIndex(where: { $0.name == name }) else { return nil }
            return body(&state.jobs[index])
        }
    }
}
