import Ledger
import Platform

/// Ledger writes that failed and must still be made: a paid attempt's cost, a decision's row. They are tried again one
/// after the other, in the order they came, so that a row finds the bills that were before it; the first is tried ever
/// less often until it succeeds or `tries` are used up. The next start settles what is then still open.
///
/// Users never wait for one: their answer is already on its way.
final class LateWrites: Sendable {
    private struct Write: Sendable {
        let what: String
        let decision: String
        let run: @Sendable () async throws(LedgerError) -> Void
    }

    private struct State: Sendable {
        var waiting: [Write] = []
        var isRunning = false
    }

    /// Writes that may wait at once. A disk that fails for longer must not fill the memory.
    private static let limit = 4_096
    private static let longestPause = Duration.seconds(60)

    private let state = Locked(State())
    private let log: Log
    private let firstPause: Duration
    private let tries: Int

    init(log: Log, firstPause: Duration, tries: Int = 10) {
        self.log = log
        self.firstPause = firstPause
        self.tries = tries
    }

    /// Tries `run` again later. `what` and `decision` are for the log.
    func add(_ what: String, decision: String, _ run: @escaping @Sendable () async throws(LedgerError) -> Void) {
        let write = Write(what: what, decision: decision, run: run)
        let (isAdmitted, isFirst) = state.withLock { state in
            guard state.waiting.count < Self.limit else { return (false, false) }
            state.waiting.append(write)
            defer { state.isRunning = true }
            return (true, !state.isRunning)
        }
        if !isAdmitted { leave(write, cause: "too many wait") }
        if isFirst { Task { await drain() } }
    }

    private func drain() async {
        while let write = next() {
            var pause = firstPause
            for number in 1...tries {
                try? await Task.sleep(for: pause)  // Never cancelled.
                guard let error = await failure(of: write) else { break }
                if number == tries { leave(write, cause: error.message) }
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }

    private func next() -> Write? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    private func failure(of write: Write) async -> LedgerError? {
        do throws(LedgerError) {
            try await write.run()
            log.info("\(write.what) is written at last", [("decision", .text(write.decision))])
            return nil
        } catch {
            // Duplicate: the write that seemed to fail had succeeded. Not found: its hold is gone.
            return error.code == .duplicate || error.code == .notFound ? nil : error
        }
    }

    private func leave(_ write: Write, cause: String) {
        log.error(
            "\(write.what) is left to the next start",
            [("decision", .text(write.decision)), ("cause", .text(cause))]
        )
    }
}
