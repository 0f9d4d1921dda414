import Economics
import Ledger
import Policy

/// One figure of one row, under the name every format gives it.
struct ReportField: Sendable {
    enum Value: Sendable, Hashable {
        /// Nothing to say: empty in a table, `null` in JSON.
        case none
        case text(String)
        case count(Int)
        case nanoUSD(Money)
        case ratio(Double)
        case milliseconds(Duration)
        case flag(Bool)
    }

    let name: String
    let value: Value

    init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}

extension ReportField.Value {
    fileprivate static func optional(_ text: String?) -> Self { text.map { .text($0) } ?? .none }
    fileprivate static func optional(_ ratio: Double?) -> Self { ratio.map { .ratio($0) } ?? .none }
    fileprivate static func optional(_ amount: Money?) -> Self { amount.map { .nanoUSD($0) } ?? .none }
    fileprivate static func optional(_ duration: Duration?) -> Self { duration.map { .milliseconds($0) } ?? .none }
}

extension EconomicsReport {
    /// Every figure of a row, in the order of the columns. All rows and the total have the same ones.
    func fields(of row: Row) throws(EconomicsError) -> [ReportField] {
        try subjectFields(of: row) + countFields(of: row) + moneyFields(of: row) + savingsFields(of: row)
            + restFields(of: row)
    }

    private func subjectFields(of row: Row) -> [ReportField] {
        let subject = row.subject
        return [
            ReportField("day", .optional(subject.day?.description)),
            ReportField("timeZone", .optional(subject.profile.flatMap { zones[$0] })),
            ReportField("profile", .optional(subject.profile)),
            ReportField("key", .optional(subject.key)),
            ReportField("category", .optional(subject.category)),
            ReportField("reason", .optional(subject.reason)),
            ReportField("model", .optional(subject.model)),
        ]
    }

    private func countFields(of row: Row) -> [ReportField] {
        let figures = row.figures
        return [
            ReportField("uploads", .count(figures.uploads)),
            ReportField("judged", .count(figures.judged)),
            ReportField("sent", .count(figures.count(.sent))),
            ReportField("audits", .count(figures.audits)),
            ReportField("cached", .count(figures.count(.cached))),
            ReportField("nearCached", .count(figures.nearHits)),
            ReportField("nearCompared", .count(figures.compared)),
            ReportField("nearDisagreed", .count(figures.disagreed)),
            ReportField("rejected", .count(figures.count(.rejected))),
            ReportField("local", .count(figures.count(.local))),
            ReportField("deferred", .count(figures.count(.deferred))),
            ReportField("failed", .count(figures.count(.failed))),
            ReportField("sendRate", .optional(figures.sendRate)),
            ReportField("sendTarget", .optional(row.target)),
            ReportField("attempts", figures.tellsAttempts ? .count(figures.attempts) : .none),
        ]
    }

    private func moneyFields(of row: Row) throws(EconomicsError) -> [ReportField] {
        let figures = row.figures
        let units = try figures.units()
        var breakEven: Double?
        if case .sendRate(let rate) = units.breakEven() { breakEven = rate }
        return [
            ReportField("costNanoUSD", .nanoUSD(figures.spend)),
            ReportField("uncertainNanoUSD", figures.tellsAttempts ? .nanoUSD(figures.uncertain) : .none),
            ReportField("revenueNanoUSD", .nanoUSD(figures.revenue)),
            ReportField("revenueStatus", .text(figures.revenueStatus.rawValue)),
            ReportField("revenueReportedNanoUSD", .nanoUSD(figures.revenueReported)),
            ReportField("revenueFinalNanoUSD", .nanoUSD(figures.revenueFinal)),
            ReportField("ecpmNanoUSD", .optional(row.ecpm?.amount)),
            ReportField("ecpmSince", .optional(row.ecpm?.since.iso8601)),
            ReportField("impressionEvents", .count(figures.events)),
            ReportField("impressionEventsRepeated", .count(figures.eventRepeats)),
            ReportField("impressionEventsNanoUSD", .nanoUSD(figures.eventRevenue)),
            ReportField("marginNanoUSD", .nanoUSD(units.margin)),
            ReportField("costPer1000UploadsNanoUSD", .optional(units.costPerThousandUploads)),
            ReportField("revenuePer1000UploadsNanoUSD", .optional(units.revenuePerThousandUploads)),
            ReportField("marginPer1000UploadsNanoUSD", .optional(units.marginPerThousandUploads)),
            ReportField("breakEvenSendRate", .optional(breakEven)),
        ]
    }

    private func savingsFields(of row: Row) throws(EconomicsError) -> [ReportField] {
        let figures = row.figures
        func told(_ amount: Money) -> ReportField.Value { row.isPart ? .none : .nanoUSD(amount) }
        var fields = [
            ReportField("baselineNanoUSD", told(try figures.baseline())),
            ReportField("savedNanoUSD", told(try figures.saved())),
        ]
        for (step, amount) in figures.savings {
            let name = step.rawValue.prefix(1).uppercased() + step.rawValue.dropFirst()
            fields.append(ReportField("saved\(name)NanoUSD", told(amount)))
        }
        fields.append(ReportField("savedStatus", row.isPart ? .none : .text("estimated")))
        fields.append(ReportField("unpricedUploads", row.isPart ? .none : .count(figures.unpriced)))
        return fields
    }

    private func restFields(of row: Row) -> [ReportField] {
        let figures = row.figures
        func tokens(_ count: Int) -> ReportField.Value { figures.tellsAttempts ? .count(count) : .none }
        return [
            ReportField("dayCapUse", .optional(row.capUse?.day)),
            ReportField("monthCapUse", .optional(row.capUse?.month)),
            ReportField("meanLatencyMs", .optional(figures.meanLatency)),
            ReportField("sendAllLatencyMs", .optional(figures.sendAllLatency)),
            ReportField("promptTokens", tokens(figures.usage.prompt)),
            ReportField("imageTokens", tokens(figures.usage.image)),
            ReportField("cachedTokens", tokens(figures.usage.cached)),
            ReportField("outputTokens", tokens(figures.usage.candidates)),
            ReportField("thoughtTokens", tokens(figures.usage.thoughts)),
            ReportField("emulated", .flag(figures.isEmulated)),
        ]
    }
}
