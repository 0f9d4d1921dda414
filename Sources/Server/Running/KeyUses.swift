import Ledger
import Platform

/// Writes when keys were last used: all of them together and seldom, so that no request pays for it.
struct KeyUses: Sendable {
    let keyring: Keyring
    let store: any LedgerStore
    let log: Log

    /// Until cancelled; what is left then is written at last.
    func run(every pause: Duration) async {
        while !Task.isCancelled {
            try? await Task.sleep(for: pause)  // Cancelled: the loop ends.
            await write()
        }
    }

    func write() async {
        let uses = keyring.takeUses()
        guard !uses.isEmpty else { return }
        do throws(LedgerError) {
            try await store.noteKeyUses(uses)
        } catch {
            keyring.putBack(uses)
            log.warning("uses of keys not written", [("cause", .text(error.message))])
        }
    }
}
