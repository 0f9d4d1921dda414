import Ledger
import Platform

/// Ledger writes that failed and must still be made: a paid attempt's cost, a decision's row. They are tried again in
/// rounds, ever less often while none succeeds; once one does the rest follow at once. Those of one decision are made in
/// the order they came, so that a row finds the bills that were before it.
///
/// A disk that takes nothing is waited for. What fails `tries` times while others succeed has a fault of its own and is
/// left to the next start, which settles what is then still open; so is what waits when the server stops and the ledger
/// still fails. Each is logged with its decision.
///
/// Users never wait for one: their answer is already on its way.
final class LateWrites: Sendable {
    fileprivate struct Write: Sendable {
        let number: Int
        let what: String
        let decision: String
        let run: @Sendable () async throws(LedgerError) -> Void
        var failures = 0
        /// Why it failed when it was last tried; what followed it was not tried.
        var cause: String?
    }

    private struct State: Sendable {
        var waiting: [Write] = []
        /// Being tried now.
        var running: [Write] = []
        var added = 0
        var drain: Task<Void, Never>?
        /// The wait for the next round.
        var pause: Task<Void, Never>?
        /// The server stops: pauses are short, and rounds without a success are counted.
        var isEnding = false
        var lostRounds = 0
        /// Nothing more is taken.
        var hasEnded = false
    }

    /// Writes that may wait at once. A disk that fails for longer must not fill the memory.
    private static let limit = 4_096
    /// Tried in one round: few enough for one commit, enough that thousands are a matter of seconds.
    private static let roundSize = 64
    private static let longestPause = Duration.seconds(60)
    /// While the server stops: rounds without a success, beside those it takes to try each write, before the ledger is given
    /// up; and the pause between them.
    private static let lastRounds = 3
    private static let lastPause = Duration.milliseconds(100)

    private let state = Locked(State())
    private let log: Log
    private let firstPause: Duration
    private let tries: Int
    private let sleep: @Sendable (Duration) async -> Void

    /// - Parameter sleep: Ends early when its task is cancelled.
    init(
        log: Log,
        firstPause: Duration,
        tries: Int = 10,
        sleep: @escaping @Sendable (Duration) async -> Void = { duration in
            try? await Task.sleep(for: duration)  // Cancelled: the server stops, and the next round is due.
        }
    ) {
        self.log = log
        self.firstPause = firstPause
        self.tries = tries
        self.sleep = sleep
    }

    /// Why writes wait; nil while none does.
    var trouble: String? {
        state.withLock { state in
            let waiting = state.running + state.waiting
            return waiting.isEmpty ? nil : waiting.lazy.compactMap(\.cause).first ?? "\(waiting[0].what) waits"
        }
    }

    /// Tries `run` again later. `what` and `decision` are for the log.
    func add(_ what: String, decision: String, _ run: @escaping @Sendable () async throws(LedgerError) -> Void) {
        let refusal: Write? = state.withLock { state in
            state.added += 1
            var write = Write(number: state.added, what: what, decision: decision, run: run)
            guard !state.hasEnded, state.waiting.count + state.running.count < Self.limit else {
                write.cause = state.hasEnded ? "the server has stopped" : "too many wait"
                return write
            }
            state.waiting.append(write)
            if state.drain == nil { state.drain = Task { await self.drain() } }
            return nil
        }
        if let refusal { leave(refusal) }
    }

    /// Makes what waits, now, and ends: what the ledger does not take by `deadline`, or still refuses in the last rounds,
    /// is left and logged. Whatever is added later is left too.
    func finish(by deadline: ContinuousClock.Instant) async {
        let (drain, pause) = state.withLock { state in
            state.isEnding = true
            return (state.drain, state.pause)
        }
        pause?.cancel()
        if let drain { _ = await value(of: drain, by: deadline) }
        let left = state.withLock { state in
            state.hasEnded = true
            defer { state.waiting = [] }
            // A write that hangs in the ledger may still be made: it is named all the same.
            return (state.running + state.waiting).sorted { $0.number < $1.number }
        }
        guard !left.isEmpty else { return }
        for write in left { leave(write) }
        log.error("ledger writes lost at the stop", [("count", .integer(Int64(left.count)))])
    }

    private func drain() async {
        var pause = firstPause
        var isLost = true
        while true {
            if isLost { await wait(&pause) }
            guard let round = nextRound() else { return }
            let failed = await Self.failures(of: round)
            isLost = failed.count == round.count
            if !isLost {
                pause = firstPause
                log.info("ledger writes made at last", [("count", .integer(Int64(round.count - failed.count)))])
            }
            for write in putBack(failed, isLost: isLost) { leave(write) }
        }
    }

    /// Sleeps for `pause` and makes the next one longer; shortly while the server stops.
    private func wait(_ pause: inout Duration) async {
        let usual = pause
        pause = min(pause * 2, Self.longestPause)
        let task = state.withLock { state in
            let length = state.isEnding ? Self.lastPause : usual
            let task = Task { [sleep] in await sleep(length) }
            state.pause = task
            return task
        }
        await task.value
        state.withLock { $0.pause = nil }
    }

    /// The writes of as many decisions as make a round, oldest first; nil when none wait or the ledger is given up.
    private func nextRound() -> [Write]? {
        state.withLock { state in
            let lastRounds = Self.lastRounds + state.waiting.count / Self.roundSize
            let isOver = state.hasEnded || state.lostRounds >= lastRounds
            guard !state.waiting.isEmpty, !isOver else {
                state.drain = nil
                return nil
            }
            let decisions = Set(state.waiting.prefix(Self.roundSize).map(\.decision))
            state.running = state.waiting.filter { decisions.contains($0.decision) }
            state.waiting.removeAll { decisions.contains($0.decision) }
            return state.running
        }
    }

    /// Back to the end, so that what fails on its own keeps nothing else out. Returns what is given up.
    ///
    /// - Parameter isLost: Nothing succeeded, which is the ledger's fault and nobody's own.
    private func putBack(_ failed: [Write], isLost: Bool) -> [Write] {
        var failed = failed
        for index in failed.indices where !isLost && failed[index].cause != nil { failed[index].failures += 1 }
        let kept = failed.filter { $0.failures < tries }
        state.withLock { state in
            state.running = []
            if !state.hasEnded { state.waiting += kept }
            if state.isEnding, isLost { state.lostRounds += 1 }
        }
        return failed.filter { $0.failures >= tries }
    }

    /// Tries a round, decisions side by side so that they share a commit, the writes of each one after the other. Returns
    /// what failed, and what was to follow it, in the order it came.
    private static func failures(of round: [Write]) async -> [Write] {
        let decisions = Dictionary(grouping: round, by: \.decision)
        return await withTaskGroup(of: [Write].self) { group in
            for writes in decisions.values {
                group.addTask { await remainder(of: writes.sorted { $0.number < $1.number }) }
            }
            var failed: [Write] = []
            for await writes in group { failed += writes }
            return failed.sorted { $0.number < $1.number }
        }
    }

    private static func remainder(of writes: [Write]) async -> [Write] {
        for (index, write) in writes.enumerated() {
            do throws(LedgerError) {
                try await write.run()
            } catch {
                // Duplicate: the write that seemed to fail had succeeded. Not found: its hold is gone.
                if error.code == .duplicate || error.code == .notFound { continue }
                var left = Array(writes[index...])
                for later in left.indices { left[later].cause = later == 0 ? error.message : nil }
                return left
            }
        }
        return []
    }

    private func leave(_ write: Write) {
        log.error(
            "\(write.what) is left to the next start",
            [("decision", .text(write.decision)), ("cause", .text(write.cause ?? "not tried again"))]
        )
    }
}
