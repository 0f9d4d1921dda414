package import Economics
import Platform

/// Where the next call goes: the circuits, and the request forms that models were found to take or to refuse. One for a
/// process.
package final class Switchboard: Sendable {
    package enum Route: Sendable, Hashable {
        case call(model: String)
        /// Nothing may be asked before `until`.
        case refused(CircuitCause, until: Timestamp)
    }

    /// What a model was found not to take, by contract.
    private struct FormKey: Hashable, Sendable {
        let model: String
        let contract: String
    }

    private struct State: Sendable {
        var circuits: Circuits
        var forms: [FormKey: RequestForm] = [:]
        /// Models that refuse a contract in every form.
        var refusals: [FormKey: Circuit] = [:]

        mutating func admission(of model: String, contract: String, at now: Timestamp) -> CircuitAdmission {
            let key = FormKey(model: model, contract: contract)
            // First, as in `Circuits`: a probe must not be spent on a model that is kept out.
            if let circuit = refusals[key], case .open(let cause, let until) = circuit.state, now < until {
                return .refused(cause, until: until)
            }
            if case .refused(let cause, let until) = circuits.admission(of: model, at: now) {
                return .refused(cause, until: until)
            }
            return refusals[key]?.admission(at: now) ?? .pass
        }
    }

    /// Refusals in a row that are no one picture's doing.
    private static let refusalLimit = 2

    private let state: Locked<State>

    /// - Parameter pacific: `America/Los_Angeles`, where the API's days begin.
    package init(pacific: ZoneOffsets) { state = Locked(State(circuits: Circuits(pacific: pacific))) }

    /// The first of the models that may be called now; else how the first is kept out.
    ///
    /// - Parameters:
    ///   - models: The one wanted, then what may stand in for it. Must not be empty.
    ///   - contract: Name and version.
    package func route(_ models: [String], contract: String, at now: Timestamp) -> Route {
        state.withLock { state in
            var refusal: Route?
            for model in models {
                switch state.admission(of: model, contract: contract, at: now) {
                case .pass: return .call(model: model)
                case .refused(let cause, let until): refusal = refusal ?? .refused(cause, until: until)
                }
            }
            return refusal ?? .refused(.gone, until: now)
        }
    }

    /// Remembers what a call came to; what changed is for a log.
    package func record(_ outcome: GeminiOutcome, of model: String, at now: Timestamp) -> [Circuits.Change] {
        state.withLock { $0.circuits.record(outcome, of: model, at: now) }
    }

    /// The form of request a model was found to take; nil while none was tried.
    ///
    /// - Parameter contract: Name and version.
    package func form(for model: String, contract: String) -> RequestForm? {
        state.withLock { $0.forms[FormKey(model: model, contract: contract)] }
    }

    /// A form that worked: from now on it is used at once.
    package func learn(_ form: RequestForm, for model: String, contract: String) {
        state.withLock { state in
            let key = FormKey(model: model, contract: contract)
            state.forms[key] = form
            state.refusals[key] = nil
        }
    }

    /// The least form was refused. After two in a row the model is kept from the contract for an hour, then ever longer
    /// up to a day. Nil while it is not, or was already.
    package func refuse(_ model: String, contract: String, at now: Timestamp) -> Circuits.Change? {
        state.withLock { state in
            let isNew = state.refusals[FormKey(model: model, contract: contract), default: Circuit()]
                .fail(.schemaRefused, limit: Self.refusalLimit, seconds: 3_600, longest: 86_400, at: now)
            return isNew ? Circuits.Change(model: model, cause: .schemaRefused) : nil
        }
    }

    /// Whether a circuit keeps this model from the contract, or from everything.
    package func isKeptOut(_ model: String, contract: String) -> Bool {
        state.withLock { state in
            state.circuits.open.contains { $0.model == model }
                || state.refusals[FormKey(model: model, contract: contract)]?.cause != nil
        }
    }

    /// What keeps calls out now.
    package var open: [Circuits.Open] {
        state.withLock { state in
            // A model may refuse several contracts.
            let refusing = Set(state.refusals.filter { $0.value.cause != nil }.map(\.key.model))
            return state.circuits.open + refusing.sorted().map { Circuits.Open(model: $0, cause: .schemaRefused) }
        }
    }
}
