import Economics

/// Whether one thing, a model or the whole account, is worth calling. A state machine: time comes in.
struct Circuit: Sendable, Hashable {
    enum State: Sendable, Hashable {
        case closed
        case open(CircuitCause, until: Timestamp)
        /// One call is out to see whether it works again; when it is not heard of by `until`, another may go.
        case probing(CircuitCause, until: Timestamp)
    }

    /// How long the one call of a half-open circuit is waited for.
    private static let probeTime: Int64 = 15
    /// When callers that a probe keeps out may ask again.
    private static let probePause: Int64 = 250_000

    private(set) var state = State.closed
    /// Failures without a success between them.
    private(set) var failures = 0
    /// How often it opened without a success between: each opening is longer.
    private(set) var openings = 0

    /// What a call now would meet. Lets one through, and remembers it, once an opening is over.
    mutating func admission(at now: Timestamp) -> CircuitAdmission {
        switch state {
        case .closed:
            return .pass
        case .open(let cause, let until), .probing(let cause, let until):
            if now < until {
                guard case .probing = state else { return .refused(cause, until: until) }
                return .refused(cause, until: Timestamp(microseconds: now.microseconds + Self.probePause))
            }
            state = .probing(cause, until: now.advanced(bySeconds: Self.probeTime))
            return .pass
        }
    }

    /// The cause while calls are kept out.
    var cause: CircuitCause? {
        switch state {
        case .closed: nil
        case .open(let cause, _), .probing(let cause, _): cause
        }
    }

    /// A call that worked. True when that closed the circuit.
    mutating func succeed() -> Bool {
        let wasClosed = state == .closed
        self = Circuit()
        return !wasClosed
    }

    /// One more failure of a kind that may be chance: opens at the `limit`th in a row, and at once on a probe.
    mutating func fail(_ cause: CircuitCause, limit: Int, seconds: Int64, longest: Int64, at now: Timestamp) -> Bool {
        failures += 1
        if case .open = state { return false }
        let wasProbing = state != .closed
        guard wasProbing || failures >= limit else { return false }
        return open(cause, seconds: seconds, longest: longest, at: now)
    }

    /// Opens for `seconds`, doubled with every opening up to `longest`. True when it was not open for the same cause.
    @discardableResult
    mutating func open(_ cause: CircuitCause, seconds: Int64, longest: Int64, at now: Timestamp) -> Bool {
        if case .open(cause, _) = state { return false }
        let doubled = seconds << Int64(min(openings, 16))
        openings += 1
        return open(cause, until: now.advanced(bySeconds: min(doubled, longest)))
    }

    /// Opens until a known moment; the later one counts. True when it was not open for the same cause.
    @discardableResult
    mutating func open(_ cause: CircuitCause, until: Timestamp) -> Bool {
        if case .open(let known, let end) = state {
            if end < until { state = .open(cause, until: until) }
            return known != cause && end < until
        }
        let isNew = self.cause != cause
        state = .open(cause, until: until)
        return isNew
    }
}

/// What a circuit says to a call.
enum CircuitAdmission: Sendable, Hashable {
    case pass
    /// Not before `until`, and then it may be refused again.
    case refused(CircuitCause, until: Timestamp)
}
