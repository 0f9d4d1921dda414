import Ledger
import Platform
import Testing

/// `POST /v1/gate:batch`: reports in bulk.
struct GateBatchTests {
    private static func lines(of answer: Answer) throws -> [Answer] {
        var lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.popLast() == "")
        return lines.map { Answer(HTTPResponse(status: answer.status, body: .bytes(Array($0.utf8)))) }
    }

    private static func batch(_ body: String, _ check: (ServerUnderTest, Answer) async throws -> Void) async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try GateCase.documents()
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.request(
                "POST",
                "/v1/gate:batch",
                key: ServerUnderTest.clientKey,
                headers: [(name: "Torii-Profile", value: "ios")],
                body: Array(body.utf8)
            )
            try await check(server, answer)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func answersEachLineWithALine() async throws {
        let reports = [
            GateCase.base(), GateCase.base(sharpness: "NaN"), GateCase.base(attention: "0.3"), "",
            #"{"scores":{}}"#, GateCase.base(sharpness: "0.1"),
        ]
        try await Self.batch(reports.joined(separator: "\r\n")) { server, answer in
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/x-ndjson")
            let lines = try Self.lines(of: answer)
            #expect(lines.map { $0.string("verdict") } == ["reject", nil, "send", nil, nil, "reject"])
            #expect(
                lines.map { $0.string("reasons.0.code") ?? $0.string("code") } == [
                    "low_saliency", "invalid_json", "gate_passed", "invalid_json", "missing_field", "too_blurry",
                ]
            )
            #expect(lines.map { $0.integer("line") } == [nil, 2, nil, 4, 5, nil])
            let offset = Int(try #require(lines[1].integer("offset")))
            #expect(reports[1].dropFirst(offset).hasPrefix("NaN"))
            // One row a decision, in the order of the lines; none for what was not understood.
            let rows = try await server.decisions()
            #expect(Set(rows.map(\.id)) == Set([0, 2, 5].compactMap { lines[$0].string("decisionId") }))
            try await server.expectLedger(decisions: 3, attempts: 0)
            let report = try await server.get("/v1/reports/economics?format=json")
            #expect(report.integer("totals.rejected") == 2)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [("", 0), ("{}", 1), ("{}\n", 1), ("\n\n", 2), ("{}\n{}", 2)])
    func countsLinesAsTheyEnd(body: String, count: Int) async throws {
        try await Self.batch(body) { _, answer in
            #expect(answer.text.split(separator: "\n").count == count)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func writesMoreRowsThanOneGroupHolds() async throws {
        let body = String(repeating: GateCase.base() + "\n", count: 700)
        try await Self.batch(body) { server, answer in
            #expect(try Self.lines(of: answer).count == 700)
            try await server.expectLedger(decisions: 700, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func refusesALineThatIsTooLongAlone() async throws {
        let long = #"{"foo":"\#(String(repeating: "a", count: 131_072))"}"#
        try await Self.batch(long + "\n" + GateCase.base()) { _, answer in
            let lines = try Self.lines(of: answer)
            #expect(lines[0].string("code") == "body_too_large")
            #expect(lines[1].string("verdict") == "reject")
        }
    }
}
