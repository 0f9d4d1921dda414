package import Economics

/// The circuits of an account and its models: what was heard of the API decides whether it is asked. A state machine:
/// time comes in, nothing waits.
package struct Circuits: Sendable {
    /// What changed, for a log.
    package struct Change: Sendable, Hashable {
        /// The model, or nil for the whole account.
        package let model: String?
        /// Nil: it works again.
        package let cause: CircuitCause?
    }

    /// One circuit that keeps calls out.
    package struct Open: Sendable, Hashable {
        /// Nil for the whole account.
        package let model: String?
        package let cause: CircuitCause
    }

    /// Failures in a row that are no chance: at 30 % failures, so many come once in two million calls.
    static let failureLimit = 12
    static let throttleLimit = 3

    /// Quotas of the day start anew at its midnight.
    private let pacific: ZoneOffsets
    private var account = Circuit()
    private var models: [String: Circuit] = [:]

    /// - Parameter pacific: `America/Los_Angeles`, where the API's days begin.
    package init(pacific: ZoneOffsets) { self.pacific = pacific }

    /// Everything that keeps calls out, the account first.
    package var open: [Open] {
        let ofAccount = account.cause.map { [Open(model: nil, cause: $0)] } ?? []
        return ofAccount
            + models.sorted { $0.key < $1.key }.compactMap { model, circuit in
                circuit.cause.map { Open(model: model, cause: $0) }
            }
    }

    /// What a call of `model` would meet now.
    mutating func admission(of model: String, at now: Timestamp) -> CircuitAdmission {
        // The model first: an account's one probe must not be spent on a model that is kept out.
        if let circuit = models[model], case .open(let cause, let until) = circuit.state, now < until {
            return .refused(cause, until: until)
        }
        if case .refused(let cause, let until) = account.admission(at: now) { return .refused(cause, until: until) }
        return models[model, default: Circuit()].admission(at: now)
    }

    /// What a call of `model` came to.
    mutating func record(_ outcome: GeminiOutcome, of model: String, at now: Timestamp) -> [Change] {
        switch outcome {
        // No circuit that closes by itself: whoever calls stops all spending over it.
        case .refused where outcome.isPolicyLimited: return []
        case .ok, .promptBlocked, .refused, .truncated, .empty, .malformed:
            return worked(model)
        case .throttled(.spend, let asked):
            let seconds = max(30, asked?.components.seconds ?? 60)
            return changed(account.open(.spendLimit, seconds: seconds, longest: 600, at: now), nil, .spendLimit)
        case .noCredit:
            return changed(account.open(.noCredit, seconds: 300, longest: 3_600, at: now), nil, .noCredit)
        case .auth:
            return changed(account.open(.keyRefused, seconds: 60, longest: 900, at: now), nil, .keyRefused)
        case .throttled(.day, _):
            let until = pacific.start(of: CivilDate(at: now, in: pacific).next)
            return changed(models[model, default: Circuit()].open(.dayQuota, until: until), model, .dayQuota)
        case .throttled(_, let asked?) where asked > .zero:
            let wait = asked.components
            let micros = wait.seconds * 1_000_000 + wait.attoseconds / 1_000_000_000_000
            let until = Timestamp(microseconds: now.microseconds + micros)
            return changed(models[model, default: Circuit()].open(.throttled, until: until), model, .throttled)
        case .throttled:
            let opened = models[model, default: Circuit()]
                .fail(.throttled, limit: Self.throttleLimit, seconds: 30, longest: 900, at: now)
            return changed(opened, model, .throttled)
        case .gone:
            let opened = models[model, default: Circuit()].open(.gone, seconds: 3_600, longest: 86_400, at: now)
            return changed(opened, model, .gone)
        case .overloaded, .transport, .deadline:
            let opened = models[model, default: Circuit()]
                .fail(.overloaded, limit: Self.failureLimit, seconds: 5, longest: 60, at: now)
            return changed(opened, model, .overloaded)
        case .invalidRequest:
            // It was understood: the key and the account are good. Nothing is known about the model.
            return account.succeed() ? [Change(model: nil, cause: nil)] : []
        }
    }

    private mutating func worked(_ model: String) -> [Change] {
        var changes: [Change] = []
        if account.succeed() { changes.append(Change(model: nil, cause: nil)) }
        if models[model, default: Circuit()].succeed() { changes.append(Change(model: model, cause: nil)) }
        return changes
    }

    private func changed(_ isNew: Bool, _ model: String?, _ cause: CircuitCause) -> [Change] {
        isNew ? [Change(model: model, cause: cause)] : []
    }
}
