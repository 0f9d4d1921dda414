import Documents
import Ledger
import Policy
import Testing

/// What a device's question leaves behind.
struct GateRecordTests {
    private static let send = GateCase.base(attention: "0.3")

    @Test(.timeLimit(.minutes(10)))
    func countsARejectAsAnUploadAndASendAsNone() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try GateCase.documents()
        try await ServerUnderTest.run(setup) { server in
            _ = try await server.ask(GateCase.base())
            _ = try await server.ask(Self.send)
            _ = try await server.ask(Self.send)
            let report = try await server.get("/v1/reports/economics?format=json")
            #expect(report.integer("totals.uploads") == 1)
            #expect(report.integer("totals.judged") == 1)
            #expect(report.integer("totals.rejected") == 1)
            #expect(report.integer("totals.rejections.low_saliency") == 1)
            #expect(report["totals.sendRate"]?.double == 0)
            let records = try await server.decisions()
            #expect(records.map(\.verdict) == [.reject, .send, .send])
            #expect(records.map(\.source) == [.local, nil, nil])
            #expect(records.map(\.judged) == [true, false, false])
            try await server.expectLedger(decisions: 3, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func tellsDevicesToSendEverythingWhileItOnlyMeasures() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try GateCase.documents { path, text in
            if path == "ios.json5" { try text.change("phase: \"enforce\"", to: "phase: \"measure\"") }
        }
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.ask(GateCase.base())
            #expect(answer.string("verdict") == "send")
            #expect(answer["reasons"]?.array?.compactMap { $0["code"]?.string } == ["low_saliency", "measure_phase"])
            let record = try #require(try await server.decisions().first)
            #expect(record.verdict == .reject)
            #expect(record.outcome == nil)
        }
    }

    /// Answered like any other; nothing is counted and no audit is drawn.
    @Test(.timeLimit(.minutes(10)))
    func learnsNothingFromASimulator() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try GateCase.documents { path, text in
            if path == "ios.json5" { try text.change("auditShare: 0", to: "auditShare: 1") }
        }
        try await ServerUnderTest.run(setup) { server in
            server.randomness.withLock { $0 = 0 }
            let answer = try await server.ask(GateCase.base(adding: #","scorer":{"simulated":true}"#))
            #expect(answer.string("verdict") == "reject")
            let record = try #require(try await server.decisions().first)
            #expect(record.verdict == .reject)
            #expect(record.outcome == nil)
            #expect(!record.judged)
            let report = try await server.get("/v1/reports/economics?format=json")
            #expect(report.integer("totals.uploads") == 0)
            #expect(report.integer("totals.judged") == 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func saysSendWithoutAGate() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try GateCase.documents { path, text in
            if path == "ios.json5" { try text.change("gate: {", to: "gate: { enabled: false,") }
        }
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.ask(GateCase.base())
            #expect(answer.string("verdict") == "send")
            #expect(answer.string("reasons.0.code") == "gate_disabled")
        }
    }

    /// An audit drawn for a device is none yet: its upload is judged when it comes, and counted then. Metrics and
    /// reports say the same.
    @Test(.timeLimit(.minutes(10)))
    func countsNoAuditBeforeItsUpload() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try GateCase.documents { path, text in
            if path == "ios.json5" { try text.change("auditShare: 0", to: "auditShare: 0.05") }
        }
        try await ServerUnderTest.run(setup) { server in
            server.randomness.withLock { $0 = 0 }
            let answer = try await server.ask(GateCase.base())
            #expect(answer.string("verdict") == "send")
            #expect(answer["reasons"]?.array?.compactMap { $0["code"]?.string } == ["low_saliency", "audit"])
            #expect(try await server.decisions().first?.auditPropensity == 0.05)
            let report = try await server.get("/v1/reports/economics?format=json")
            #expect(report.integer("totals.audits") == 0)
            #expect(report.integer("totals.uploads") == 0)
            let metrics = try Metrics(try await server.get("/metrics").text)
            #expect(metrics[#"torii_audits_total{profile="ios"}"#] == "0")
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            (#"{"policyRevision":0}"#, true), (#"{"policyRevision":1}"#, false), (#"{"policy_revision":0}"#, true),
            (#"{"version":"4.12.0"}"#, nil),
        ] as [(String, Bool?)]
    )
    func saysWhetherTheDevicesPolicyIsOld(client: String, isStale: Bool?) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.ask(#"{"client":\#(client)}"#)
            #expect(answer["policy.clientRevisionStale"]?.bool == isStale)
            #expect(answer.integer("policy.revision") == 1)
        }
    }

    /// `GET /v1/decisions/{id}` shows what the device said.
    @Test(.timeLimit(.minutes(10)))
    func showsTheWholeQuestionLater() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try GateCase.documents()
        try await ServerUnderTest.run(setup) { server in
            let asked = try await server.ask(GateCase.base(adding: #","imageId":"photo-1""#))
            let shown = try await server.get("/v1/decisions/\(try #require(asked.decision))")
            #expect(shown.string("route") == "gate")
            #expect(shown.string("scoreSpace") == "apple-vision/18")
            #expect(shown["scores.sharpness"]?.double == 0.31)
            #expect(shown["scores.attentionArea"]?.double == 0.02)
            #expect(shown["scores.texture"]?.isNull == true)
            #expect(shown["thresholds.then.sharpness"]?.double == 0.18)
            #expect(shown["thresholds.now.saliencyArea"]?.double == 0.06)
            #expect(shown["image"]?.isNull == true)
            #expect(shown.string("at") == "2026-11-30T00:53:20Z")
            #expect(shown["answer"].map(JSON.init) == asked.root.map(JSON.init))
        }
    }
}
