import Economics
import Ledger
import Platform
import Policy

extension Service {
    /// `GET /metrics`
    func metrics(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        _ = try caller(of: request, needs: .read)
        do {
            let now = clock.now()
            let live = policies.snapshots
            let screens = live.map { ProfileScreen($0, at: now) }
            var query = SnapshotQuery(
                covering: screens.map(\.month.query),
                windows: Set(live.flatMap { $0.windowNames(at: now) })
            )
            let look = totals.look(now: now)
            query.cover(look.hours)
            query.blocks = look.hours
            let ledger = try await store.snapshot(query)
            let sums = try totals.sums(of: ledger, look)
            var text = Exposition(Exposition.Dialect(accept: request.header("accept")))
            process(into: &text)
            policy(into: &text)
            decisions(sums, into: &text)
            costs(sums, into: &text)
            answers(sums, into: &text)
            budgets(live, ledger, into: &text, now: now)
            try revenue(screens, ledger, into: &text, now: now)
            strictness(into: &text)
            lookups(into: &text)
            deviceNotes(into: &text)
            feedback(into: &text)
            durations(into: &text)
            return HTTPResponse(text: text.text, type: text.dialect.contentType)
        } catch {
            log.error("metrics not made", [("cause", .text("\(error)"))])
            throw .ledgerUnavailable
        }
    }

    /// Every series of a live profile from the start, so that `rate` and `absent` work.
    private func decisions(_ sums: LedgerTotals.Sums, into text: inout Exposition) {
        var series = sums.decisions
        for snapshot in policies.snapshots {
            for (outcome, reason) in Self.possibleDecisions {
                let key = LedgerTotals.DecisionSeries(profile: snapshot.profile.name, outcome: outcome, reason: reason)
                series[key] = series[key] ?? 0
            }
        }
        text.family("torii_decisions_total", .counter, "Uploads by outcome and deciding reason.")
        for (key, count) in series.sorted(by: { $0.key.order < $1.key.order }) {
            let labels = [("profile", key.profile), ("outcome", key.outcome.rawValue), ("reason", key.reason.rawValue)]
            text.sample("torii_decisions_total", labels, "\(count)")
        }
        text.family("torii_audits_total", .counter, "Rejects sent all the same.")
        var audits = sums.audits
        for snapshot in policies.snapshots { audits[snapshot.profile.name] = audits[snapshot.profile.name] ?? 0 }
        for (profile, count) in audits.sorted(by: { $0.key < $1.key }) {
            let latest = telemetry.latestAudit(of: profile)
            text.sample("torii_audits_total", [("profile", profile)], "\(count)", exemplar: latest)
        }
        text.family("torii_near_rechecks_total", .counter, "Near duplicates sent all the same, by the answer.")
        var rechecks = sums.rechecks
        for name in policies.snapshots.map(\.profile.name) { rechecks[name] = rechecks[name] ?? .init() }
        for (profile, sum) in rechecks.sorted(by: { $0.key < $1.key }) {
            for (result, count) in [("same", sum.compared - sum.disagreed), ("other", sum.disagreed)] {
                let labels = [("profile", profile), ("result", result)]
                text.sample("torii_near_rechecks_total", labels, "\(count)")
            }
        }
    }

    private static let possibleDecisions: [(Outcome, Reason)] =
        [
            (.sent, .gatePassed), (.sent, .abstractBypass), (.sent, .insufficientEvidence), (.sent, .gateDeadline),
            (.sent, .gateDisabled), (.cached, .exactCache), (.cached, .nearCache),
            (.deferred, .deferred),
        ]
        + [Reason.tooBlurry, .lowSaliency, .ownWatermark].flatMap { [(.sent, $0), (.rejected, $0)] }
        + [
            Reason.budgetExhausted, .paceBlocked, .spendFrozen, .upstreamFailed, .upstreamDeadline, .upstreamBlocked,
            .overloaded,
            .ledgerFailed,
            .priceMissing,
        ]
        .map { (.local, $0) }
        + [Reason.unsupportedMedia, .imageTooLarge, .undecodableImage, .interrupted, .overloaded].map { (.failed, $0) }

    private func costs(_ sums: LedgerTotals.Sums, into text: inout Exposition) {
        let series = sums.costs.sorted { $0.key.order < $1.key.order }
        text.family("torii_cloud_attempts_total", .counter, "Attempts by model and result.")
        for (key, sum) in series {
            let labels = [("profile", key.profile), ("model", key.model), ("tier", key.tier), ("result", key.result)]
            text.sample("torii_cloud_attempts_total", labels, "\(sum.attempts)")
        }
        text.family("torii_cost_usd_total", .counter, "Settled cost.")
        for (key, sum) in series {
            let labels = [("profile", key.profile), ("model", key.model), ("tier", key.tier), ("result", key.result)]
            text.sample("torii_cost_usd_total", labels, sum.cost.formatted(.exact, grouped: false))
        }
        text.family("torii_tokens_total", .counter, "Tokens billed, by kind.")
        for (key, sum) in series {
            let kinds = [
                ("input", sum.usage.prompt - sum.usage.cached), ("cached", sum.usage.cached),
                ("output", sum.usage.candidates), ("thought", sum.usage.thoughts),
            ]
            for (kind, count) in kinds {
                let labels = [
                    ("profile", key.profile), ("model", key.model), ("tier", key.tier), ("result", key.result),
                    ("kind", kind),
                ]
                text.sample("torii_tokens_total", labels, "\(count)")
            }
        }
    }

    private func budgets(
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

    private func revenue(
        _ screens: [ProfileScreen],
        _ ledger: LedgerSnapshot,
        into text: inout Exposition,
        now: Timestamp
    ) throws {
        text.family("torii_revenue_usd", .gauge, "Estimated revenue of the current month.")
        for screen in screens {
            let report = try EconomicsReport.made(screen.month.query, from: ledger, profiles: profileTerms, now: now)
            let labels = [
                ("profile", screen.month.query.profile ?? ""), ("window", "month"), ("status", "estimated"),
            ]
            let amount = report.total.figures.revenue
            text.sample("torii_revenue_usd", labels, amount.formatted(.exact, grouped: false))
        }
    }
}

extension PolicySnapshot {
    /// Names of the windows of `capWindows`, in their order.
    fileprivate func windowNames(at moment: Timestamp) -> [WindowName] {
        capWindows(at: moment).map(\.name)
    }
}

extension WindowName {
    /// Of a closed set: no profile can be named `portfolio`, and keys have no series.
    fileprivate var label: String {
        if case .profile(let name) = holder { return name }
        return holder.text
    }
}

extension LedgerTotals.DecisionSeries {
    fileprivate var order: String { "\(profile)\u{0}\(outcome.rawValue)\u{0}\(reason.rawValue)" }
}

extension LedgerTotals.CostSeries {
    fileprivate var order: String { "\(profile)\u{0}\(model)\u{0}\(tier)\u{0}\(result)" }
}
