import Testing

@testable import Emulator

@Suite struct ServerTimeoutTests {
    @Test(
        arguments: [
            (5, nil, 5, false), (5, 10, 5, false), (9.9, 10, 9.9, false), (10, 10, 10, true), (30, 12.5, 12.5, true),
            (30, .infinity, 30, false), (30, .nan, 30, false),
        ] as [(Double, Double?, Double, Bool)]
    )
    func waitsNoLongerThanTheRequestAllows(delay: Double, timeout: Double?, waited: Double, isPast: Bool) {
        let wait = ServerTimeout.wait(.seconds(delay), timeout: timeout)
        #expect(wait.duration == .seconds(waited) && wait.isPastDeadline == isPast)
    }
}
