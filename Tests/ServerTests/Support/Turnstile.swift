import Platform

/// Lets so many through at a time: a server and an emulator have threads of their own, and a hundred of each would
/// only make each other miss deadlines. Time limits of tests count the wait here too.
final class Turnstile: Sendable {
    private struct State: Sendable {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    static let servers = Turnstile(places: 8)

    private let state: Locked<State>

    init(places: Int) { state = Locked(State(free: places)) }

    func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free == 0 {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    func leave() {
        let next = state.withLock { state in
            if state.waiting.isEmpty {
                state.free += 1
                return CheckedContinuation<Void, Never>?.none
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
