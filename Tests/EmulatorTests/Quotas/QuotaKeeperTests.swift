import Economics
import Testing

@testable import Emulator

@Suite struct QuotaKeeperTests {
    /// 2026-11-30T12:00:00Z, four in the morning Pacific.
    private let noon = Timestamp.seconds(1_796_040_000)

    private func refusal(_ keeper: QuotaKeeper, _ moment: Timestamp, model: String = "a") -> GoogleError? {
        do throws(GoogleError) {
            try keeper.admit(model: model, at: moment)
            return nil
        } catch {
            return error
        }
    }

    @Test func refusesPastTheMinuteAndSaysWhenToRetry() throws {
        let keeper = try QuotaKeeper(Quotas(requestsPerMinute: 2))
        #expect(refusal(keeper, noon) == nil)
        #expect(refusal(keeper, noon.advanced(bySeconds: 59)) == nil)
        let error = refusal(keeper, Timestamp(microseconds: noon.microseconds + 59_250_000))
        #expect(error == Failure.exhausted("a", .requestsPerMinute(2), retryDelay: .milliseconds(750)))
        #expect(error?.message == "You exceeded your current quota. Please retry in 0.75s.")
        #expect(refusal(keeper, noon, model: "b") == nil)
        #expect(refusal(keeper, noon.advanced(bySeconds: 60)) == nil)
    }

    @Test func refusesPastTheTokensOfAMinute() throws {
        let keeper = try QuotaKeeper(Quotas(tokensPerMinute: 1_000))
        #expect(refusal(keeper, noon) == nil)
        keeper.note(model: "a", inputTokens: 999, nanoUSD: 0, at: noon)
        #expect(refusal(keeper, noon) == nil)
        keeper.note(model: "a", inputTokens: 1, nanoUSD: 0, at: noon)
        #expect(refusal(keeper, noon) == Failure.exhausted("a", .tokensPerMinute(1_000), retryDelay: .seconds(60)))
        #expect(refusal(keeper, noon.advanced(bySeconds: 60)) == nil)
    }

    @Test func refusesUntilMidnightPacific() throws {
        let keeper = try QuotaKeeper(Quotas(requestsPerDay: 1))
        let midnight = noon.advanced(bySeconds: 20 * 3_600)
        #expect(refusal(keeper, noon) == nil)
        let error = try #require(refusal(keeper, midnight.advanced(bySeconds: -1)))
        #expect(error.code == 429 && error.details.count == 3)
        #expect(error == Failure.exhausted("a", .requestsPerDay(1), retryDelay: .seconds(1)))
        #expect(refusal(keeper, midnight) == nil)
    }

    @Test func refusesPastTheSpendOfTenMinutes() throws {
        let keeper = try QuotaKeeper(Quotas(nanoUSDPerTenMinutes: 500))
        #expect(refusal(keeper, noon) == nil)
        keeper.note(model: "a", inputTokens: 1, nanoUSD: 300, at: noon)
        keeper.note(model: "b", inputTokens: 1, nanoUSD: 200, at: noon.advanced(bySeconds: 1))
        let error = try #require(refusal(keeper, noon.advanced(bySeconds: 599)))
        #expect(error.status == "RESOURCE_EXHAUSTED" && error.details.isEmpty && error.message.contains("spend"))
        // The first has left the window.
        #expect(refusal(keeper, noon.advanced(bySeconds: 600)) == nil)
    }

    @Test func countsRefusedCallsToo() throws {
        let keeper = try QuotaKeeper(Quotas(requestsPerMinute: 1, requestsPerDay: 3))
        let refused = (0..<4).map { _ in refusal(keeper, noon)?.message.contains("retry") }
        #expect(refused == [nil, true, true, true])
        #expect(refusal(keeper, noon.advanced(bySeconds: 60))?.details.count == 3)
    }

    @Test func limitsNothingWithoutQuotas() throws {
        let keeper = try QuotaKeeper(Quotas())
        for _ in 0..<100 { #expect(refusal(keeper, noon) == nil) }
    }
}
