import Control
import Documents
import Economics
import Policy

extension Adjustment {
    /// One line of the history: what changed, why, and what it rests on.
    func json(_ name: DialName) -> JSON {
        [
            "at": .string(wallClock), "profile": .string(name.profile), "scoreSpace": .string(name.space),
            "source": .string(name.source.rawValue), "reason": .string(reason.rawValue),
            "before": before.json, "after": after.json,
            "evidence": [
                "uploads": .integer(Int64(after.judged - before.judged)), "sendRate": .double(optional: sendRate),
            ],
            "text": .string(sentence),
        ]
    }

    /// On the wall clock of the profile's zone, `2026-11-30T18:00:05`.
    private var wallClock: String { String(Timestamp.seconds(time / 1000).iso8601.prefix(19)) }

    /// For people, without its moment.
    var sentence: String {
        let seen = after.judged - before.judged
        let rate = sendRate.map { "\(Self.percent($0)) of \(seen) uploads judged `send` since the last line" }
        let move =
            "strictness \(before.strictness.rounded3) to \(after.strictness.rounded3), thresholds "
            + "\(after.thresholds.sharpness.rounded3) and \(after.thresholds.saliencyArea.rounded3)"
        let what =
            switch reason {
            case .traffic: "\(move): recent scores ask for it to send \(Self.percent(after.rate))"
            case .pace:
                after.isPaceBound
                    ? "the day's budget pays for \(Self.percent(after.rate)) of the uploads to come; \(move)"
                    : "the day's budget pays for the target again; \(move)"
            case .state: "\(before.state.rawValue) to \(after.state.rawValue); \(move)"
            case .certificate: "a certificate holds, its bound \(Self.percent(after.bound, 4)) of uploads"
            case .raise: "the sharpness ceiling rose on answers that cost nothing; \(move)"
            case .scorer: "another scorer made the scores: the certificate is void, thresholds are conservative"
            case .falseRejects: "audits found more false rejects than the bound allows: conservative until cleared"
            case .claim:
                after.isClaimWithdrawn
                    ? "traffic moved from the certificate's, or 30 days went by: its claim is withdrawn, its ceilings stay"
                    : "traffic is like the certificate's again: its claim holds"
            case .revenue:
                "final revenue of a day is known: what is expected comes to \(Self.percent(after.yield)) of it, "
                    + "\(Money(nanoUSD: after.debt).formatted(.exact)) spent beyond it is still to be given up"
            case .approval: "an operator approved: \(move)"
            }
        return rate.map { "\(what) (\($0))" } ?? what
    }

    private static func percent(_ share: Double, _ decimals: Int = 1) -> String {
        FigureText.share(share, decimals: decimals)
    }
}

extension Adjustment.Standing {
    fileprivate var json: JSON {
        [
            "state": .string(state.rawValue), "strictness": .double(strictness),
            "sharpness": .double(thresholds.sharpness), "saliencyArea": .double(thresholds.saliencyArea),
            "target": .double(rate), "bound": .double(bound), "claimWithdrawn": .bool(isClaimWithdrawn),
            "yield": .double(yield), "debtNanoUSD": .integer(debt),
        ]
    }
}

extension Double {
    /// With three decimals.
    fileprivate var rounded3: String { FigureText.fixed(self, 3) }
}

extension JSON {
    /// A line of the history as one of the screen; nil when it is another profile's.
    func adjustment(of profile: String?) -> String? {
        guard case .object(let members) = self else { return nil }
        func text(_ key: String) -> String {
            guard case .string(let text) = members.first(where: { $0.key == key })?.value else { return "" }
            return text
        }
        guard profile == nil || text("profile") == profile else { return nil }
        return "\(text("at").replacing("T", with: " "))  \(text("profile"))  \(text("text"))"
    }
}
