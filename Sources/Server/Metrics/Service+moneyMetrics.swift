import Economics
import Ledger
import Policy

/// What `/metrics` says of caps and revenue.
extension Service {
    func budgets(
        _ live: [PolicySnapshot],
        _ ledger: LedgerSnapshot,
        into text: inout Exposition,
        now: Timestamp
    ) {
        var told: Set<WindowName> = []
        var limits: [([(String, String)], Money)] = []
        var settled: [([(String, String)], Money)] = []
        var held: [([(String, String)], Money)] = []
        var uncertain: [([(String, String)], Money)] = []
        for snapshot in live {
            for (cap, name) in zip(snapshot.capWindows(at: now), snapshot.windowNames(at: now)) {
                let labels = [("profile", name.label), ("window", cap.window.kind.rawValue)]
                // The portfolio's stand above every profile.
                guard told.insert(name).inserted else { continue }
                let totals = ledger.windows[name] ?? .zero
                if let limit = cap.limit { limits.append((labels, limit)) }
                settled.append((labels, totals.settled))
                held.append((labels, totals.held))
                uncertain.append((labels, totals.uncertain))
            }
        }
        let families = [
            ("torii_budget_limit_usd", "The cap of the current window.", limits),
            ("torii_budget_settled_usd", "Settled in the current window.", settled),
            ("torii_budget_held_usd", "Held in the current window.", held),
            ("torii_cost_uncertain_usd", "Of the settled, what may not have been billed.", uncertain),
        ]
        for (name, help, samples) in families {
            text.family(name, .gauge, help)
            for (labels, amount) in samples {
                text.sample(name, labels, amount.formatted(.exact, grouped: false))
            }
        }
    }

    func revenue(
        _ screens: [ProfileScreen],
        _ ledger: LedgerSnapshot,
        into text: inout Exposition,
        now: Timestamp
    ) throws {
        text.family("torii_revenue_usd", .gauge, "Revenue of the current month, by how sure it is.")
        for screen in screens {
            let report = try EconomicsReport.made(screen.month.query, from: ledger, profiles: profileTerms, now: now)
            let figures = report.total.figures
            let parts = [
                ("estimated", try figures.revenue.subtracting(figures.revenueReported)),
                ("reported", try figures.revenueReported.subtracting(figures.revenueFinal)),
                ("final", figures.revenueFinal),
            ]
            for (status, amount) in parts {
                let labels = [
                    ("profile", screen.month.query.profile ?? ""), ("window", "month"), ("status", status),
                ]
                text.sample("torii_revenue_usd", labels, amount.formatted(.exact, grouped: false))
            }
        }
        text.family(
            "torii_revenue_import_timestamp_seconds",
            .gauge,
            "When revenue of a network was last imported; absent without any of the last two months."
        )
        for profile in screens.compactMap(\.month.query.profile) {
            guard let at = ledger.reported.importedAt[profile] else { continue }
            text.sample("torii_revenue_import_timestamp_seconds", [("profile", profile)], "\(at.seconds)")
        }
    }

    func refusals(into text: inout Exposition) {
        text.family("torii_budget_refusals_total", .counter, "Calls that found no room under a cap, by its window.")
        for profile in policies.snapshots.map(\.profile.name) {
            for window in BudgetWindow.Kind.allCases {
                let labels = [("profile", profile), ("window", window.rawValue)]
                text.sample("torii_budget_refusals_total", labels, "\(gateway.cloud.refusals.count(profile, window))")
            }
        }
    }

    func difference(into text: inout Exposition) throws {
        text.family(
            "torii_ledger_difference_usd",
            .gauge,
            "Cost of decisions less cost of attempts, over all hours that are closed: always 0."
        )
        text.sample("torii_ledger_difference_usd", [], try totals.difference().formatted(.exact, grouped: false))
    }
}

extension WindowName {
    /// Of a closed set: no profile can be named `portfolio`, and keys have no series.
    fileprivate var label: String {
        if case .profile(let name) = holder { return name }
        return holder.text
    }
}
