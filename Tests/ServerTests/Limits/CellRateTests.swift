import Platform
import Policy
import Testing

@testable import Server

@Suite("Rate limits") struct CellRateTests {
    private let start = ContinuousClock.now

    private func decisions(_ moments: [Int], burst: Int = 3) -> [CellRate.Decision] {
        var rate = CellRate()
        return moments.map { rate.take(at: start + .milliseconds($0), interval: .milliseconds(100), burst: burst) }
    }

    @Test func allowsABurstAndThenItsRate() {
        #expect(
            decisions([0, 0, 0, 0, 99, 100, 100]) == [
                .allowed(remaining: 2, reset: .milliseconds(100)), .allowed(remaining: 1, reset: .milliseconds(200)),
                .allowed(remaining: 0, reset: .milliseconds(300)), .refused(retryAfter: .milliseconds(100)),
                .refused(retryAfter: .milliseconds(1)), .allowed(remaining: 0, reset: .milliseconds(300)),
                .refused(retryAfter: .milliseconds(100)),
            ]
        )
    }

    @Test func forgivesAPause() {
        #expect(decisions([0, 0, 0, 10_000]).last == .allowed(remaining: 2, reset: .milliseconds(100)))
    }

    /// However the moments fall, no window of so many intervals holds more than them and the burst.
    @Test func neverAllowsMoreThanRateAndBurst() {
        let allowed = decisions(Array(0..<2_000), burst: 5).count { if case .allowed = $0 { true } else { false } }
        #expect(allowed == 5 + 19)
    }

    /// What comes together is let in as one, and makes the next ones wait as if it had come one by one.
    @Test func makesTheNextOnesWaitForWhatCameTogether() {
        var rate = CellRate()
        func take(_ count: Int, at milliseconds: Int) -> CellRate.Decision {
            rate.take(count, at: start + .milliseconds(milliseconds), interval: .milliseconds(100), burst: 3)
        }
        let decisions = [take(100, at: 0), take(1, at: 1), take(1, at: 9_799), take(1, at: 9_800), take(0, at: 20_000)]
        #expect(
            decisions == [
                .allowed(remaining: 0, reset: .seconds(10)), .refused(retryAfter: .milliseconds(9_799)),
                .refused(retryAfter: .milliseconds(1)), .allowed(remaining: 0, reset: .milliseconds(300)),
                .allowed(remaining: 2, reset: .milliseconds(100)),
            ]
        )
    }

    @Test func countsEachKeyByItself() throws {
        let limits = RateLimits()
        let limit = LimitSettings(requests: 60, period: .seconds(60), burst: 1)
        let headers = try limits.count(key: "a", under: limit, now: start)
        #expect(headers.map(\.value) == ["\"key\";q=60;w=60", "\"key\";r=0;t=1"])
        #expect(throws: Problem.self) { try limits.count(key: "a", under: limit, now: start + .milliseconds(500)) }
        _ = try limits.count(key: "b", under: limit, now: start)
        _ = try limits.count(key: "a", under: limit, now: start + .seconds(1))
        #expect(try limits.count(key: "a", under: nil, now: start).isEmpty)
        do throws(Problem) {
            _ = try limits.count(key: "b", under: limit, now: start)
            Issue.record("the second was let in")
        } catch {
            #expect(error.code == .rateLimited)
            #expect(error.status == 429)
            #expect(error.headers.contains { $0.name == "Retry-After" && $0.value == "1" })
        }
    }
}
