import Documents
import Platform

/// Every call so far, and the gate that scripted holds wait at.
final class AttemptLog: Sendable {
    private struct State: Sendable {
        var attempts: [EmulatedAttempt] = []
        var attemptsOfPicture: [String: Int] = [:]
        var isReleased = false
        var waiting: [(hold: Fault.Hold, continuation: CheckedContinuation<Void, Never>)] = []

        func isOpen(_ hold: Fault.Hold) -> Bool {
            switch hold {
            case .released: isReleased
            case .received(let count): isReleased || attempts.count >= count
            }
        }

        /// Takes out those that need not wait any longer.
        mutating func ready() -> [CheckedContinuation<Void, Never>] {
            let ready = waiting.filter { isOpen($0.hold) }
            waiting = waiting.filter { !isOpen($0.hold) }
            return ready.map(\.continuation)
        }
    }

    private let state = Locked(State())

    var attempts: [EmulatedAttempt] { state.withLock { $0.attempts } }

    var received: Int { state.withLock { $0.attempts.count } }

    /// Calls held back now.
    var held: Int { state.withLock { $0.waiting.count } }

    var json: JSON {
        let attempts = self.attempts
        return .object([
            .init("received", .integer(Int64(attempts.count))),
            .init("held", .integer(Int64(held))),
            .init("attempts", .array(attempts.map(\.json))),
        ])
    }

    /// Notes a call and says what the rules need to know of it.
    func begin(
        model: String,
        attempt: String,
        keyHash: String,
        imageSHA256: String,
        bytes: Int,
        age: Duration
    ) -> FaultCall {
        let (call, ready) = state.withLock { state in
            let sequence = state.attempts.count + 1
            state.attempts.append(
                EmulatedAttempt(
                    sequence: sequence,
                    model: model,
                    attempt: attempt,
                    keyHash: keyHash,
                    imageSHA256: imageSHA256,
                    bytes: bytes,
                    outcome: "pending",
                    promptTokens: 0,
                    outputTokens: 0,
                    modelVersion: ""
                )
            )
            state.attemptsOfPicture[imageSHA256, default: 0] += 1
            let call = FaultCall(
                sequence: sequence,
                attempt: imageSHA256.isEmpty ? 1 : state.attemptsOfPicture[imageSHA256, default: 1],
                imageSHA256: imageSHA256,
                model: model,
                age: age
            )
            return (call, state.ready())
        }
        for continuation in ready { continuation.resume() }
        return call
    }

    /// Notes what became of a call.
    func end(_ sequence: Int, outcome: String, answer: GenerateAnswer? = nil) {
        state.withLock { state in
            state.attempts[sequence - 1].outcome = outcome
            guard let answer else { return }
            state.attempts[sequence - 1].modelVersion = answer.modelVersion
            guard answer.reportsUsage else { return }
            state.attempts[sequence - 1].promptTokens = answer.usage.prompt
            state.attempts[sequence - 1].outputTokens = answer.usage.candidates + answer.usage.thoughts
        }
    }

    /// Returns once the hold is over.
    func wait(for hold: Fault.Hold) async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                let isOpen = state.isOpen(hold)
                if !isOpen { state.waiting.append((hold, continuation)) }
                return isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Ends every hold, those to come too.
    func release() {
        let ready = state.withLock { state in
            state.isReleased = true
            return state.ready()
        }
        for continuation in ready { continuation.resume() }
    }
}
