package import Economics
import Platform

/// Where the next call goes: the circuits, and the request forms that models were found to take. One for a process.
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
    }

    private let state: Locked<State>

    /// - Parameter pacific: `America/Los_Angeles`, where the API's days begin.
    package init(pacific: ZoneOffsets) { state = Locked(State(circuits: Circuits(pacific: pacific))) }

    /// The first of the models that may be called now; else how the first is kept out.
    ///
    /// - Parameter models: The one wanted, then what may stand in for it. Must not be empty.
    package func route(_ models: [String], at now: Timestamp) -> Route {
        state.withLock { state in
            var refusal: Route?
            for model in models {
                switch state.circuits.admission(of: model, at: now) {
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

    /// The form of request a model takes, as far as is known.
    ///
    /// - Parameter contract: Name and version.
    package func form(for model: String, contract: String) -> RequestForm {
        state.withLock { $0.forms[FormKey(model: model, contract: contract)] ?? .full }
    }

    /// A smaller form worked where the larger was refused: from now on it is used at once.
    package func learn(_ form: RequestForm, for model: String, contract: String) {
        state.withLock { $0.forms[FormKey(model: model, contract: contract)] = form }
    }

    /// What keeps calls out now.
    package var open: [Circuits.Open] { state.withLock { $0.circuits.open } }
}
