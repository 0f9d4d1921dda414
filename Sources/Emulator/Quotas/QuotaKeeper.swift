import Economics
import Platform

/// Counts calls, tokens and money against the quotas of a script. Refused and failed calls count too, but cost nothing.
final class QuotaKeeper: Sendable {
    private struct Use: Sendable {
        var minute: Int64 = 0
        var requestsInMinute = 0
        var tokensInMinute = 0
        var day: Int64 = 0
        var requestsInDay = 0
    }

    private struct State: Sendable {
        var uses: [String: Use] = [:]
        var spends: [(moment: Timestamp, nanoUSD: Int64)] = []
    }

    private let quotas: Quotas
    /// Days begin at midnight there.
    private let pacific: ZoneOffsets?
    private let state = Locked(State())

    /// Throws `missingZone` where a quota of the day needs a zone that this machine does not have.
    init(_ quotas: Quotas) throws(EmulatorError) {
        self.quotas = quotas
        guard quotas.requestsPerDay != nil else {
            pacific = nil
            return
        }
        do throws(PlatformError) {
            pacific = try TimeZones.offsets(of: "America/Los_Angeles")
        } catch {
            throw EmulatorError(.missingZone, error.message)
        }
    }

    /// Counts a call. Throws the 429 of the first quota that is used up.
    func admit(model: String, at moment: Timestamp) throws(GoogleError) {
        guard quotas != Quotas() else { return }
        try state.withLock { state throws(GoogleError) in
            var use = state.uses[model] ?? Use()
            let minute = moment.seconds / 60
            if use.minute != minute { (use.minute, use.requestsInMinute, use.tokensInMinute) = (minute, 0, 0) }
            let day = day(of: moment)
            if use.day != day { (use.day, use.requestsInDay) = (day, 0) }
            use.requestsInMinute += 1
            use.requestsInDay += 1
            state.uses[model] = use
            let rest = Duration.microseconds((minute + 1) * 60_000_000 - moment.microseconds)
            if let limit = quotas.requestsPerDay, use.requestsInDay > limit {
                // It names a delay of seconds, although a day is to be waited for.
                throw Failure.exhausted(model, .requestsPerDay(limit), retryDelay: rest)
            }
            if let limit = quotas.requestsPerMinute, use.requestsInMinute > limit {
                throw Failure.exhausted(model, .requestsPerMinute(limit), retryDelay: rest)
            }
            if let limit = quotas.tokensPerMinute, use.tokensInMinute >= limit {
                throw Failure.exhausted(model, .tokensPerMinute(limit), retryDelay: rest)
            }
            if let limit = quotas.nanoUSDPerTenMinutes {
                let start = moment.advanced(bySeconds: -600)
                state.spends.removeAll { $0.moment <= start }
                guard state.spends.reduce(0, { $0 + $1.nanoUSD }) < limit else {
                    throw Failure(status: 429, quota: .spend, retryDelay: nil).error(model: model, version: "")
                }
            }
        }
    }

    /// Notes what an admitted call used.
    func note(model: String, inputTokens: Int, nanoUSD: Int64, at moment: Timestamp) {
        guard quotas != Quotas() else { return }
        state.withLock { state in
            if state.uses[model]?.minute == moment.seconds / 60 { state.uses[model]?.tokensInMinute += inputTokens }
            if quotas.nanoUSDPerTenMinutes != nil { state.spends.append((moment, nanoUSD)) }
        }
    }

    private func day(of moment: Timestamp) -> Int64 {
        (moment.seconds + Int64(pacific?.offset(at: moment) ?? 0)) / 86_400
    }
}
