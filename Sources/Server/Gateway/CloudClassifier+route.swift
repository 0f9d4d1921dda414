import Economics
import Gemini
import Policy

/// One way to ask: which model, and how much of the request it takes.
struct CloudCall: Sendable, Hashable {
    let model: String
    let capabilities: ModelCapabilities
    var form: RequestForm
    /// Of prices.
    var tier: String
    /// Whether the model stands in for the one the profile wants: its answer is not kept as that one's.
    let isStandIn: Bool
}

extension CloudClassifier {
    /// The call to make now: the profile's model, or while that is kept out what may stand in for it. Waits for a circuit
    /// that closes inside the deadline.
    func route(of upload: Upload, asking asked: Asked) async -> Swift.Result<CloudCall, Refusal> {
        let snapshot = upload.snapshot
        let cloud = snapshot.profile.cloud
        while true {
            let now = clock.now()
            let models = models(asked, snapshot, at: now)
            switch switchboard.route(models, contract: snapshot.contract.key, at: now) {
            case .call(let model):
                let capabilities = snapshot.set.capabilities(of: model) ?? snapshot.capabilities
                let call = CloudCall(
                    model: model,
                    capabilities: capabilities,
                    form: switchboard.form(for: model, contract: snapshot.contract.key) ?? RequestForm(capabilities),
                    tier: cloud.tier.online.rawValue,
                    isStandIn: asked != .wanted || model != models.first
                )
                return .success(call)
            case .refused(let cause, let until):
                let (micros, overflow) = until.microseconds.subtractingReportingOverflow(now.microseconds)
                let wait = Duration.microseconds(max(micros, 1_000))
                guard !overflow, ContinuousClock.now + wait + RetrySchedule.shortestAttempt <= upload.cloudDeadline
                else { return .failure(Refusal(reason: .upstreamFailed, detail: cause.text)) }
                try? await Task.sleep(for: wait)  // Never cancelled: handlers run to their end.
            }
        }
    }

    /// Tells the switchboard what a call came to, and the log what that changed.
    func note(_ outcome: GeminiOutcome, of call: CloudCall, contract: Contract) {
        let now = clock.now()
        var changes = switchboard.record(outcome, of: call.model, at: now)
        switch outcome {
        case .ok:
            if call.form != RequestForm(call.capabilities),
                call.form != switchboard.form(for: call.model, contract: contract.key)
            {
                log.warning(
                    "the model takes less of the request than its family: sent so from now on",
                    [("model", .text(call.model)), ("contract", .text(contract.key)), ("form", .text("\(call.form)"))]
                )
            }
            switchboard.learn(call.form, for: call.model, contract: contract.key)
        case .invalidRequest(_, fault: .schema) where call.form.without(.schema) == nil:
            changes += switchboard.refuse(call.model, contract: contract.key, at: now).map { [$0] } ?? []
        default: break
        }
        for change in changes {
            let scope = change.model ?? "account"
            if let cause = change.cause {
                log.error("calls stopped", [("scope", .text(scope)), ("cause", .text(cause.text))])
            } else {
                log.info("calls go again", [("scope", .text(scope))])
            }
        }
    }

    /// The call without what a 400 was about; nil when that is no remedy, or is left out already.
    func changed(_ call: CloudCall, after outcome: GeminiOutcome) -> CloudCall? {
        guard case .invalidRequest(_, let fault) = outcome, let form = call.form.without(fault) else { return nil }
        var next = call
        next.form = form
        return next
    }

    /// Whether the next attempt would go to another model.
    func isElsewhere(_ call: CloudCall, _ asked: Asked, _ snapshot: PolicySnapshot) -> Bool {
        switchboard.isKeptOut(call.model, contract: snapshot.contract.key)
            && models(asked, snapshot, at: clock.now()).contains { $0 != call.model }
    }

    /// Who may answer, the one asked first.
    private func models(_ asked: Asked, _ snapshot: PolicySnapshot, at now: Timestamp) -> [String] {
        let cloud = snapshot.profile.cloud
        func serving(_ model: String) -> [String] {
            snapshot.set.servingModels(for: model, tier: cloud.tier.online.rawValue, at: now)
        }
        return switch asked {
        case .wanted: serving(cloud.model)
        case .instead(let model): serving(model)
        // Whoever stood in might be the one that is judged.
        case .second(let model): [model]
        }
    }
}

extension Contract {
    /// Name and version: what answers are counted by.
    var key: String { "\(name)/\(version)" }
}

extension CloudClassifier.Asked {
    var isSecond: Bool {
        if case .second = self { true } else { false }
    }

    /// The one asked first.
    func model(of profile: Profile) -> String {
        switch self {
        case .wanted: profile.cloud.model
        case .instead(let model), .second(let model): model
        }
    }
}
