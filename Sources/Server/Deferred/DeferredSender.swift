import Ledger
import Platform

/// Sends what waits, and looks at jobs, again and again.
struct DeferredSender: Sendable {
    let desk: BatchDesk
    let turn: BatchTurn
    let log: Log

    /// Until cancelled.
    func run(every pause: Duration) async {
        while !Task.isCancelled {
            try? await Task.sleep(for: pause)  // Cancelled: the loop ends.
            if !Task.isCancelled { await look() }
        }
    }

    /// Skipped while a command is at work: a job that two look at would be sent, and asked for, twice.
    func look() async {
        guard turn.take() else { return }
        defer { turn.release() }
        do throws(LedgerError) {
            try await desk.sendDeferred()
            for progress in try await desk.collect() where !progress.remark.isEmpty {
                log.warning("batch waits", [("batch", .text(progress.id)), ("cause", .text(progress.remark))])
            }
        } catch {
            log.error("deferred pictures not sent", [("cause", .text(error.message))])
        }
    }
}
