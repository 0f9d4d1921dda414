import Documents
import Economics
import Ledger
import Platform
import Policy

/// Posts events to the portfolio's webhook, oldest first: each until it is taken, so that a receiver gets every event at
/// least once and tells repeats by their id.
struct EventPoster: Sendable {
    let desk: EventDesk
    let store: any LedgerStore
    let policies: PolicyHolder
    let http: HTTPClient
    let secret: WebhookSecret
    let clock: WallClock
    let log: Log

    /// Taken from the ledger at once.
    private static let page = 50
    /// An event that nobody took for so long, in seconds, is given up: it stays in the feed.
    private static let patience: Int64 = 3 * 86_400
    private static let longestPause = Duration.seconds(300)

    /// Until cancelled. A receiver that fails is left alone for a while that doubles up to five minutes.
    ///
    /// - Parameter pause: Between two looks, and after the first failure.
    func run(every pause: Duration) async {
        var failures = 0
        while !Task.isCancelled {
            failures = await deliver() ? 0 : min(failures + 1, 16)
            let wait = failures < 2 ? pause : min(Self.longestPause, pause * (1 << (failures - 1)))
            try? await Task.sleep(for: wait)  // Cancelled: the loop ends.
        }
    }

    /// Posts what waits. False when the receiver did not take one: the rest waits behind it.
    func deliver() async -> Bool {
        guard let webhook = policies.eventWebhook else { return true }
        // A ledger that cannot be read is told of by the desk.
        let saved = try? await store.events(EventQuery(limit: Self.page, isAwaitingDelivery: true))
        for event in (saved ?? []) + desk.unsaved {
            if Task.isCancelled { return true }
            let isOld = clock.now().seconds - event.at.seconds > Self.patience
            if !isOld, let cause = await refusal(of: event, by: webhook) {
                log.warning("event not taken by the webhook", [("id", .text(event.id)), ("cause", .text(cause))])
                return false
            }
            if isOld { log.error("event given up by the webhook", [("id", .text(event.id))]) }
            do throws(LedgerError) {
                try await desk.noteDelivered(event)
            } catch {
                log.warning("a posted event is not noted, it is posted again", [("cause", .text(error.message))])
                return false
            }
        }
        return true
    }

    /// Why the receiver did not take it; nil when it did.
    private func refusal(of event: EventRecord, by webhook: EventWebhook) async -> String? {
        let body = event.posted.encoded()
        let request = HTTPClient.Request(
            method: "POST",
            url: webhook.url,
            headers: [
                ("Content-Type", "application/json"), ("Torii-Event", event.id),
                (WebhookSecret.header, secret.signature(of: body, at: clock.now())),
            ],
            body: body
        )
        switch await http.response(to: request, deadline: .now + .seconds(10)) {
        case .success(let response) where response.status < 300: return nil
        case .success(let response): return "status \(response.status)"
        case .failure(let failure): return failure.message
        }
    }
}
