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
            query.revenueDays = query.revenueDays.map { days in
                // Whoever stopped importing at the end of a month still has an age after it.
                SnapshotQuery.Days(from: days.from.advanced(byDays: -35), end: days.end)
            }
            let ledger = try await store.snapshot(query)
            let sums = try totals.sums(of: ledger, look)
            var text = Exposition(Exposition.Dialect(accept: request.header("accept")))
            process(into: &text)
            traces(into: &text)
            policy(into: &text)
            decisions(sums, into: &text)
            costs(sums, into: &text)
            answers(sums, into: &text)
            budgets(live, ledger, into: &text, now: now)
            refusals(into: &text)
            try revenue(screens, ledger, into: &text, now: now)
            try difference(into: &text)
            strictness(into: &text)
            waiting(try await audits.waiting(), into: &text)
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

    private func waiting(_ audits: [String: Int], into text: inout Exposition) {
        text.family(
            "torii_audits_waiting",
            .gauge,
            "Answered audits of 30 days that nobody has judged a second time, at most 1,000."
        )
        for snapshot in policies.snapshots {
            let profile = snapshot.profile.name
            text.sample("torii_audits_waiting", [("profile", profile)], "\(audits[profile, default: 0])")
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
            (.sent, .gateDisabled), (.sent, .paceBlocked), (.cached, .exactCache), (.cached, .nearCache),
            (.deferred, .deferred), (.rejected, .deviceJudged),
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
        text.family("torii_emulated_cost_usd_total", .counter, "Of the settled cost, what nobody bills: EMULATED.")
        var emulated = sums.emulatedCosts
        for name in policies.snapshots.map(\.profile.name) { emulated[name] = emulated[name] ?? .zero }
        for (profile, cost) in emulated.sorted(by: { $0.key < $1.key }) {
            let amount = cost.formatted(.exact, grouped: false)
            text.sample("torii_emulated_cost_usd_total", [("profile", profile)], amount)
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
}

extension PolicySnapshot {
    /// Names of the windows of `capWindows`, in their order.
    func windowNames(at moment: Timestamp) -> [WindowName] {
        capWindows(at: moment).map(\.name)
    }
}

extension LedgerTotals.DecisionSeries {
    fileprivate var order: String { "\(profile)\u{0}\(outcome.rawValue)\u{0}\(reason.rawValue)" }
}

extension LedgerTotals.CostSeries {
    fileprivate var order: String { "\(profile)\u{0}\(model)\u{0}\(tier)\u{0}\(result)" }
}
