import Economics
import Gemini
import Ledger
import Policy

/// What an operator must not overlook; stands above every panel of every dashboard.
package struct Notice: Sendable, Hashable {
    package let tone: Tone
    /// One sentence, with what to do where somebody can do something.
    package let text: String
}

extension DashboardSnapshot {
    /// The gravest first.
    package var notices: [Notice] { frozen + circuits + raised + columns.flatMap(Self.caps) + rollingOut + staleECPMs }

    private var frozen: [Notice] {
        guard let freeze else { return [] }
        let since = freeze.at.iso8601(in: zone)
        let text =
            "FROZEN since \(since) by \(freeze.by.visible): \(freeze.reason.visible); no call is made until torii thaw"
        return [Notice(tone: .broken, text: text)]
    }

    private var circuits: [Notice] {
        openCircuits.map { open in
            let scope = open.model.map { "calls to \($0.visible)" } ?? "all calls"
            return Notice(tone: .broken, text: "STOPPED: \(scope), \(open.cause.rawValue)")
        }
    }

    /// Caps that passed a share of theirs, in the windows of now.
    private var raised: [Notice] {
        alerts.map { Notice(tone: $0.threshold == CapAlert.exhausted ? .broken : .near, text: "ALERT \($0.text)") }
    }

    private var rollingOut: [Notice] {
        guard let rollout else { return [] }
        let share = FigureText.share(rollout.stage.share, decimals: 1)
        let text =
            "ROLL-OUT since \(rollout.at.iso8601(in: zone)): r\(rollout.revision) judges \(share) of the uploads; torii policy compare"
        return [Notice(tone: .near, text: text)]
    }

    /// Where nothing but an old number says what the month earns.
    private var staleECPMs: [Notice] {
        columns.compactMap { column in
            guard let ecpm = column.ecpm, ecpm.isStale(at: madeAt), column.month.revenueStatus == .estimated,
                column.month.uploads > 0
            else { return nil }
            return Notice(
                tone: .near,
                text:
                    "STALE eCPM: \(column.profile.visible)'s revenue is estimated by a number of \(ecpm.days(at: madeAt)) days ago; torii revenue import"
            )
        }
    }

    private static func caps(of column: Column) -> [Notice] {
        let refused = column.today.count(.local, .budgetExhausted)
        guard refused > 0 else { return [] }
        let uploads = refused == 1 ? "1 upload" : "\(FigureText.count(refused)) uploads"
        guard !column.isCapRaised else {
            let text = "\(column.profile.visible) kept \(uploads) local today, before a cap was raised"
            return [Notice(tone: .near, text: text)]
        }
        return [
            Notice(
                tone: .broken,
                text:
                    "OVER CAP: \(column.profile.visible) kept \(uploads) local today: the next call did not fit its caps"
            )
        ]
    }
}
