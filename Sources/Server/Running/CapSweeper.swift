import Documents
import Economics
import Ledger
import Platform
import Policy

/// Looks for holds that outlived their expiry and for caps that were passed for the first time, and tells: the log, and
/// the portfolio's webhook. The dashboard reads alerts from the ledger.
struct CapSweeper: Sendable {
    let store: any LedgerStore
    let policies: PolicyHolder
    let http: HTTPClient
    let clock: WallClock
    let log: Log

    /// Until cancelled.
    func run(every pause: Duration) async {
        while !Task.isCancelled {
            await sweep()
            try? await Task.sleep(for: pause)  // Cancelled: the loop ends.
        }
    }

    func sweep() async {
        let sweep: Sweep
        do throws(LedgerError) {
            sweep = try await store.sweep(at: clock.now())
        } catch {
            log.error("caps not looked at", [("cause", .text(error.message))])
            return
        }
        if sweep.expired > 0 {
            log.warning(
                "holds expired: settled in full, flagged uncertain",
                [("holds", .integer(Int64(sweep.expired)))]
            )
        }
        for alert in sweep.alerts {
            log.warning(alert.text, [("window", .text(alert.windowID))])
            await post(alert)
        }
    }

    /// Once; an alert that does not get through is in the log and on the dashboard all the same.
    private func post(_ alert: CapAlert) async {
        guard let url = policies.snapshots.first?.set.portfolio?.alertWebhook else { return }
        let request = HTTPClient.Request(
            method: "POST",
            url: url,
            headers: [("Content-Type", "application/json")],
            body: alert.json.encoded()
        )
        switch await http.response(to: request, deadline: .now + .seconds(10)) {
        case .success(let response) where response.status < 300: break
        case .success(let response):
            log.error("alert not taken by the webhook", [("status", .integer(Int64(response.status)))])
        case .failure(let failure): log.error("alert not posted", [("cause", .text(failure.message))])
        }
    }
}

extension CapAlert {
    /// `profile/ios: 80 % of the day's cap of 3.00 USD`, or that calls are refused.
    var text: String {
        let cap = "the \(kind.rawValue)'s cap of \(limit) "
        return threshold == Self.exhausted
            ? "\(holder.text): \(cap)is used up, calls stay local until the next \(kind.rawValue)"
            : "\(holder.text): \(FigureText.share(Double(threshold) / 1_000, decimals: 1)) of \(cap)is used"
    }

    /// For the webhook.
    var json: JSON {
        [
            "type": "torii.cap_alert/1",
            "holder": .string(holder.text),
            "window": .string(kind.rawValue),
            "windowId": .string(windowID),
            "share": .double(Double(threshold) / 1_000),
            "exhausted": .bool(threshold == Self.exhausted),
            "limitNanoUSD": .integer(limit.nanoUSD),
            "enforcedNanoUSD": .integer(enforced.nanoUSD),
            "at": .string(at.iso8601),
            "text": .string(text),
        ]
    }
}
