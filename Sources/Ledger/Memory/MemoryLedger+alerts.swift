import Economics

extension MemoryLedger {
    mutating func raise(_ threshold: Int, of cap: CapWindow, enforced: Money, at: Timestamp) {
        add(CapAlert(threshold, of: cap, enforced: enforced, at: at))
    }

    /// Keeps an alert unless its window has raised it before.
    mutating func add(_ alert: CapAlert) {
        let isKnown = alerts.contains {
            $0.holder == alert.holder && $0.kind == alert.kind && $0.windowID == alert.windowID
                && $0.threshold == alert.threshold
        }
        if !isKnown { alerts.append(alert) }
    }

    mutating func sweep(at: Timestamp) throws(LedgerError) -> Sweep {
        let open = openAttempts.compactMap { attempts[$0]?.hold }
        let expired = open.filter { $0.expiresAt.map { $0 < at } ?? false }
        // For a job that its picture never came into: nothing was sent.
        let unsent = expired.filter { hold in
            hold.isOfBatch && deferred[hold.decisionID].map { $0.batch == nil } ?? false
        }
        for hold in expired {
            try settle(
                unsent.contains(hold) ? hold.unsentBill(at: at) : hold.unknownBill(Settlement.expired, at: at)
            )
        }
        let new = alerts.filter { !announced.contains($0) }.sorted { $0.order < $1.order }
        return Sweep(expired: expired.count - unsent.count, alerts: new)
    }

    func alerts(since: Timestamp) -> [CapAlert] {
        let found = alerts.filter { $0.at >= since }
            .sorted { ($1.at, $0.order.holder, $0.order.kind) < ($0.at, $1.order.holder, $1.order.kind) }
        return Array(found.prefix(50))
    }
}

extension CapAlert {
    init(_ threshold: Int, of cap: CapWindow, enforced: Money, at: Timestamp) {
        self.init(
            holder: cap.holder,
            kind: cap.window.kind,
            windowID: cap.window.id,
            threshold: threshold,
            limit: cap.limit ?? .zero,
            enforced: enforced,
            at: at
        )
    }

    fileprivate var order: (at: Timestamp, holder: String, kind: String, threshold: Int) {
        (at, holder.text, kind.rawValue, threshold)
    }
}
