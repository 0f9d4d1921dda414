import Control
import Documents
import Economics
import Ledger
import Policy

extension Service {
    /// How every live profile's dials stand, for operators, and how many audits wait for them.
    func strictnessReport() async throws(Problem) -> JSON {
        do throws(LedgerError) {
            return strictnessJSON(auditsWaiting: try await audits.waiting())
        } catch {
            log.error("audits not counted", [("cause", .text(error.message))])
            throw .ledgerUnavailable
        }
    }

    private func strictnessJSON(auditsWaiting: [String: Int]) -> JSON {
        let snapshots = policies.snapshots
        let standings = gateway.strictness.standings(snapshots)
        return .object(
            snapshots.map { snapshot in
                let profile = snapshot.profile
                let dials = standings.filter { $0.name.profile == profile.name }
                return JSON.Member(
                    profile.name,
                    [
                        "mode": .string(profile.target.mode.rawValue), "target": .double(profile.target.sendRate),
                        "auditsWaiting": .integer(Int64(auditsWaiting[profile.name, default: 0])),
                        "dials": .array(dials.map(\.json)),
                    ]
                )
            }
        )
    }

    /// Families of dials. Every series is there from a dial's first upload on.
    func strictness(into text: inout Exposition) {
        let standings = gateway.strictness.standings(policies.snapshots)
        func gauge(_ name: String, _ help: String, _ value: (StrictnessDesk.Standing) -> Double) {
            text.family(name, .gauge, help)
            for standing in standings { text.sample(name, standing.labels, "\(value(standing))") }
        }
        text.family("torii_false_reject_limit_ratio", .gauge, "Most false rejects allowed, of judged uploads.")
        for snapshot in policies.snapshots {
            let profile = snapshot.profile
            text.sample(
                "torii_false_reject_limit_ratio",
                [("profile", profile.name)],
                "\(profile.falseRejects.max)"
            )
        }
        text.family(
            "torii_false_reject_upper_ratio",
            .gauge,
            "Upper bound on false rejects; 1 where nothing is proven."
        )
        for standing in standings {
            for (evidence, bound) in [
                ("certificate", standing.certifiedBound), ("audits", standing.auditedBound),
                ("audits_judged", standing.judgedBound),
            ] {
                let labels = standing.labels + [("evidence", evidence)]
                text.sample("torii_false_reject_upper_ratio", labels, "\(bound)")
            }
        }
        gauge("torii_strictness_ratio", "Share of the ranks to be rejected; may leave 0...1.", \.theta)
        gauge("torii_send_aim_ratio", "Send rate a dial aims at: the target, or what the budget leaves of it.") {
            $0.standing.rate
        }
        gauge("torii_controller_credit_images", "Images owed to the send-rate target.", \.credit)
        gauge("torii_controller_headroom_ratio", "Share of the ranks left before a ceiling binds.", \.headroom)
        text.family("torii_threshold_ratio", .gauge, "Thresholds in force and their limits.")
        for standing in standings {
            for (gate, value, range) in standing.gates {
                for (kind, number) in [("in_force", value), ("floor", range.floor), ("ceiling", range.ceiling)] {
                    let labels = standing.labels + [("gate", gate), ("kind", kind)]
                    text.sample("torii_threshold_ratio", labels, "\(number)")
                }
            }
        }
        text.family("torii_controller_state", .gauge, "1 for the state a dial is in.")
        for standing in standings {
            for state in ControlState.allCases {
                let labels = standing.labels + [("state", state.rawValue)]
                text.sample("torii_controller_state", labels, state == standing.state ? "1" : "0")
            }
        }
        text.family(
            "torii_clamped_decisions_total",
            .counter,
            "Uploads a limit decided otherwise than strictness alone."
        )
        for standing in standings {
            text.sample("torii_clamped_decisions_total", standing.labels, "\(standing.clamped)")
        }
        gauge("torii_audit_answers_unjudged", "Audits whose answer nobody has judged a second time.") {
            Double($0.waitingAudits)
        }
        text.family("torii_audit_answers_total", .counter, "Audits with an answer, by whether it was right.")
        for standing in standings {
            let wrong = standing.audits - standing.falseAudits - standing.waitingAudits
            text.sample(
                "torii_audit_answers_total",
                standing.labels + [("verdict", "right")],
                "\(standing.falseAudits)"
            )
            text.sample("torii_audit_answers_total", standing.labels + [("verdict", "wrong")], "\(wrong)")
        }
    }
}

extension StrictnessDesk.Standing {
    fileprivate var labels: Exposition.Labels {
        [("profile", name.profile), ("score_space", name.space), ("source", name.source.rawValue)]
    }

    var certifiedBound: Double { certificate?.bound ?? 1 }

    /// What the audits alone say, at any moment and however often it is looked at: their bound on a reject, times the
    /// share that is rejected; 1 without any. Whatever nobody has judged counts as a lost answer.
    var auditedBound: Double { bound(failures: min(audits, falseAudits + waitingAudits)) }

    /// The same once all are judged, should none of those that wait turn out to be a lost answer: the least it can come to.
    var judgedBound: Double { bound(failures: min(audits, falseAudits)) }

    private func bound(failures: Int) -> Double {
        guard audits > 0, judged > 0 else { return 1 }
        let bound = AnytimeBound.upper(failures: failures, trials: audits, confidence: 0.95)
        return bound * Double(judged - sent + audits) / Double(judged)
    }

    fileprivate var gates: [(String, Double, GateLimits.Range)] {
        [
            ("sharpness", thresholds.sharpness, limits.sharpness),
            ("saliency_area", thresholds.saliencyArea, limits.area),
        ]
    }

    /// What happens next, or what an operator can do.
    var nextStep: String {
        if mode == .plan, isProposalWorth {
            let dial = name.source == .pictures ? "" : " --space \(name.space) --source \(name.source.rawValue)"
            return "torii control approve --profile \(name.profile)\(dial)"
        }
        switch state {
        case .measure: return "7 days and 63,000 answers, then \(certifying)"
        case .conservative:
            return certificate == nil
                ? "needs a certificate: phase \"measure\" for 7 days and 63,000 answers, then \(certifying)"
                : "tightening begins"
        case .tighten: return "one gate rises by a rank-percent tomorrow"
        case .hold: return isBudgetBound ? "holds what the budget pays for" : "holds the target"
        case .targetBlockedByFR: return "raise the target, or measure and certify again"
        case .targetBlockedByFloor: return "lower the target: so much is junk"
        case .paceBlockedByFR: return "raise the budget, or say what else with budget.onPaceBlocked"
        case .alarm: return "torii audit review --profile \(name.profile), then torii control clear"
        }
    }

    private var certifying: String { "torii control certificate --certify --profile \(name.profile)" }

    var json: JSON {
        [
            "scoreSpace": .string(name.space), "source": .string(name.source.rawValue),
            "state": .string(state.rawValue),
            "target": .double(target), "aim": .double(standing.rate), "strictness": .double(theta),
            "sharpness": [
                "threshold": .double(thresholds.sharpness), "floor": .double(limits.sharpness.floor),
                "ceiling": .double(limits.sharpness.ceiling), "proposed": .double(proposal.sharpness),
            ],
            "saliencyArea": [
                "threshold": .double(thresholds.saliencyArea), "floor": .double(limits.area.floor),
                "ceiling": .double(limits.area.ceiling), "proposed": .double(proposal.saliencyArea),
            ],
            "headroom": .double(headroom),
            "feasible": ["least": .double(feasible.lowerBound), "most": .double(feasible.upperBound)],
            "wouldSend": .double(optional: sendRate), "proposalWouldSend": .double(optional: proposedSendRate),
            "credit": .double(credit), "judged": .integer(Int64(judged)), "sent": .integer(Int64(sent)),
            "clamped": .integer(Int64(clamped)), "audits": .integer(Int64(audits)),
            "falseAudits": .integer(Int64(falseAudits)), "waitingAudits": .integer(Int64(waitingAudits)),
            "auditedBound": .double(auditedBound), "judgedBound": .double(judgedBound),
            "claimWithdrawn": .bool(isClaimWithdrawn),
            "certificate": certificate.map { certificate in
                .string(certificate.sentence { String(Timestamp.seconds($0 / 1000).iso8601.prefix(10)) })
            } ?? .null,
            "evidence": .string(evidence), "guarantee": .string(guarantee), "next": .string(nextStep),
        ]
    }
}
