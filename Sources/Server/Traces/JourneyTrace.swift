import Documents
import Ledger
import Platform

/// The journey of one upload as spans: the request, its stops, and each call to the model. What is told of the call follows
/// OpenTelemetry's conventions for generative models; what is Torii's own begins with `torii.`.
struct JourneyTrace: Sendable {
    let record: DecisionRecord
    let steps: [JourneyStep]
    /// Decode and measure apart, in microseconds; nil where the gate did not measure.
    let decodeMicros: Int64?
    let measureMicros: Int64?
    let parent: TraceParent?

    init(_ record: DecisionRecord, of draft: DecisionDraft) {
        self.record = record
        steps = draft.steps
        decodeMicros = draft.measured?.decodeMicros
        measureMicros = draft.measured?.measureMicros
        parent = draft.upload.trace
    }

    /// Of the request first, then of its stops, then of the calls that `attempts` paid for.
    ///
    /// A job's call is no part of the request that waits for it.
    func spans(attempts: [AttemptRecord]) -> [TraceSpan] {
        let isWaiting = record.outcome == .deferred
        return [request] + steps.map(stop) + (isWaiting ? [] : attempts.map(call))
    }

    /// The client's, or one made of the decision's id.
    private var traceID: String { parent?.traceID ?? digest("trace", bytes: 16) }

    private func digest(_ name: String, bytes: Int) -> String {
        Encoding.hex(Array(Crypto.sha256(Array("\(record.id)/\(name)".utf8)).prefix(bytes)))
    }

    private func span(
        _ name: String,
        id: String,
        under parentID: String,
        _ kind: TraceSpan.Kind = .internal,
        from start: Int64,
        to end: Int64,
        error: String? = nil,
        _ attributes: [JSON.Member] = []
    ) -> TraceSpan {
        TraceSpan(
            traceID: traceID,
            spanID: digest(id, bytes: 8),
            parentID: parentID,
            name: name,
            kind: kind,
            start: start,
            end: end,
            attributes: attributes,
            error: error
        )
    }

    private var request: TraceSpan {
        let route = record.route == .gemini ? "/v1beta/models/{model}:{method}" : "/v1/classify"
        let last = steps.map(\.end.microseconds).max() ?? 0
        return span(
            "POST \(route)",
            id: "request",
            under: parent?.spanID ?? "",
            .server,
            from: record.at.microseconds,
            to: record.at.microseconds + max(record.latencyMicros, last),
            error: record.answerStatus >= 500 ? "status \(record.answerStatus)" : nil,
            [
                .init("http.request.method", "POST"),
                .init("http.route", .string(route)),
                .init("http.request.body.size", .integer(Int64(record.image?.bytes ?? 0))),
                .init("http.response.status_code", .integer(Int64(record.answerStatus))),
                .init("torii.decision.id", .string(record.id)),
                .init("torii.profile", .string(record.profile)),
                .init("torii.policy.revision", .integer(Int64(record.revision))),
                .init("torii.verdict", .string(record.verdict?.rawValue ?? "none")),
                .init("torii.outcome", .string(record.outcome?.rawValue ?? "none")),
                .init("torii.reasons", .array(record.reasons.map { .string($0.rawValue) })),
                .init("torii.audit", .bool(record.auditPropensity != nil)),
                .init("torii.cost.nano_usd", .integer(record.cost.nanoUSD)),
                .init("torii.emulated", .bool(record.emulated)),
            ]
        )
    }

    private func stop(_ step: JourneyStep) -> TraceSpan {
        let parts = step.kind == .gate ? [("decode", decodeMicros), ("measure", measureMicros)] : []
        return span(
            step.kind.rawValue,
            id: step.kind.rawValue,
            under: digest("request", bytes: 8),
            from: record.at.microseconds + step.start.microseconds,
            to: record.at.microseconds + step.end.microseconds,
            parts.compactMap { name, micros in micros.map { .init("torii.gate.\(name)_us", .integer($0)) } }
        )
    }

    private func call(_ attempt: AttemptRecord) -> TraceSpan {
        let hold = attempt.hold
        let settlement = attempt.settlement
        var attributes: [JSON.Member] = [
            .init("gen_ai.operation.name", "generate_content"),
            .init("gen_ai.provider.name", "gcp.gemini"),
            .init("gen_ai.request.model", .string(hold.model)),
            .init("torii.attempt", .integer(Int64(hold.attempt))),
            .init("torii.held.nano_usd", .integer(hold.amount.nanoUSD)),
        ]
        if let settlement {
            attributes += [
                .init("gen_ai.usage.input_tokens", .integer(Int64(settlement.usage.prompt))),
                .init(
                    "gen_ai.usage.output_tokens",
                    .integer(Int64(settlement.usage.candidates + settlement.usage.thoughts))
                ),
                .init("torii.attempt.result", .string(settlement.result)),
                .init("torii.cost.nano_usd", .integer(settlement.cost.nanoUSD)),
                .init("torii.cost.uncertain", .bool(settlement.uncertain)),
                .init("torii.emulated", .bool(settlement.emulated)),
            ]
            if let model = settlement.modelVersion { attributes.append(.init("gen_ai.response.model", .string(model))) }
            if let id = settlement.responseID { attributes.append(.init("gen_ai.response.id", .string(id))) }
        }
        let failure = settlement.flatMap { $0.result == "ok" ? nil : $0.result }
        return span(
            "generate_content \(hold.model)",
            id: "attempt/\(hold.attempt)",
            under: digest(steps.contains { $0.kind == .cloud } ? "cloud" : "request", bytes: 8),
            .client,
            from: hold.at.microseconds,
            to: hold.at.microseconds + (settlement?.latencyMicros ?? 0),
            error: settlement == nil ? "not answered yet" : failure,
            attributes
        )
    }
}
