import Documents
import Economics
import Gate
import Ledger
import Policy

extension DecisionDraft {
    /// What the client reads.
    func answer(latency: Duration) -> UploadAnswer {
        let headers = UploadAnswer.decisionHeaders(id: id, revision: upload.snapshot.revision)
        let unread = error.map { Problem(imaging: $0, decisionID: id, hint: upload.hint) }
        if let problem = isRefused ? .overloaded(decisionID: id) : unread {
            return UploadAnswer(
                status: problem.status,
                body: problem.json.encoded(),
                headers: headers + problem.headers,
                isProblem: true
            )
        }
        var members: [JSON.Member] = [
            .init("decisionId", .string(id)),
            .init("profile", .string(upload.snapshot.profile.name)),
            .init("policyRevision", .integer(Int64(upload.snapshot.revision))),
            .init("verdict", verdict.map { .string($0.rawValue) } ?? .null),
            .init("outcome", .string(outcome.rawValue)),
            .init("source", source.map { .string($0.rawValue) } ?? .null),
            .init("reasons", .array(reasons.map { .string($0.rawValue) })),
            .init("gate", gate),
            .init("classification", classification ?? .null),
            .init("localLabel", localLabel),
            .init("cost", .cost(cost, usage, model: model)),
            .init("emulated", .bool(emulated)),
            .init("latencyMs", .double(latency.milliseconds)),
        ]
        if let deferred {
            members.append(
                .init(
                    "deferred",
                    ["poll": .string("/v1/decisions/\(id)"), "deadline": .string(deferred.deadline.iso8601)]
                )
            )
        }
        if isAskedAudit, let question = audit?.question {
            members.append(.init("gateDecision", .string(question.decision.id)))
        }
        if let device = upload.device { members += device.members }
        if let detail { members.append(.init("detail", .string(detail))) }
        if !upload.warnings.isEmpty {
            members.append(.init("warnings", .array(upload.warnings.map { .string($0) })))
        }
        let waiting = deferred == nil ? [] : UploadAnswer.waitingHeaders(id: id)
        return UploadAnswer(
            status: deferred == nil ? 200 : 202,
            body: JSON.object(members).encoded(),
            headers: headers + waiting
        )
    }

    /// What the ledger keeps.
    func record(answer: UploadAnswer, latency: Duration) -> DecisionRecord {
        DecisionRecord(
            id: id,
            route: route,
            profile: upload.snapshot.profile.name,
            revision: upload.snapshot.revision,
            at: upload.receivedAt,
            hour: upload.snapshot.zone.startOfHour(upload.receivedAt),
            verdict: verdict,
            outcome: isUpload ? outcome : nil,
            source: source,
            reasons: reasons,
            judged: isJudged,
            auditPropensity: auditPropensity,
            scoreSpace: Measurement.scoreSpace,
            evidence: evidence,
            thresholds: thresholds,
            image: image
                ?? DecisionRecord.Image(
                    sha256: hash,
                    bytes: upload.body.count,
                    format: header?.format.rawValue ?? "",
                    width: header?.width ?? 0,
                    height: header?.height ?? 0
                ),
            cost: cost,
            model: model,
            emulated: emulated,
            latencyMicros: latency.microseconds,
            gateMicros: measured?.gateMicros ?? gateMicros,
            // A refusal asks for the same request again, which must not find this answer.
            idempotency: isRefused ? nil : idempotency,
            answer: answer.body,
            answerStatus: answer.status,
            client: upload.client,
            category: category,
            control: opinion?.mark,
            device: upload.device?.scores
                ?? (isAskedAudit ? audit?.question.map { DeviceScores(asked: $0.decision) } : nil),
            donor: donor
        )
    }

    /// What was answered, from wherever: the contract's word, or the gate's own for a local label.
    private var category: String? {
        if let name = classification?.primaryCategory { return name }
        return source == .local ? (measured?.measurement.coarse.category ?? .unknown).rawValue : nil
    }

    private var gate: JSON {
        guard let measured else { return .null }
        return [
            "scoreSpace": .string(Measurement.scoreSpace),
            "scores": measured.measurement.scoresJSON,
            "thresholds": thresholds.map {
                ["sharpness": .double($0.sharpness), "saliencyArea": .double($0.saliencyArea)]
            } ?? .null,
            "elapsedMs": [
                "decode": .double(Double(measured.decodeMicros) / 1000),
                "measure": .double(Double(measured.measureMicros) / 1000),
            ],
        ]
    }

    /// Never dressed up as a cloud answer: only what the gate itself saw.
    private var localLabel: JSON {
        guard source == .local else { return .null }
        guard let measurement = measured?.measurement else {
            return ["category": "unknown", "confidence": 0.0, "dominantColors": []]
        }
        return [
            "category": .string(measurement.coarse.category.rawValue),
            "confidence": .double(measurement.coarse.confidence),
            "dominantColors": .array(measurement.dominantColors.map { .string($0.hex) }),
        ]
    }
}

extension Duration {
    /// In thousandths of a millisecond's precision.
    package var milliseconds: Double { Double(microseconds) / 1000 }
}
