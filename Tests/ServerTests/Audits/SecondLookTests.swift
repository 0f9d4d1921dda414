import Economics
import Ledger
import Policy
import TestSupport
import Testing

@testable import Server

/// Audits that another model judges.
struct SecondLookTests {
    private static let second = "gemini-3.1-flash-lite"

    private static func setup(
        second: String = second,
        script: String? = nil,
        daily: String? = nil
    ) throws -> ServerUnderTest.Setup {
        var setup = ServerUnderTest.Setup()
        setup.script = script
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5" else { return }
            try text.change("mode: \"off\"", to: "mode: \"plan\"")
            try text.change("auditShare: 0", to: "auditShare: 0.05, secondModel: \"\(second)\"")
            if let daily { try text.change("daily: \"3.00 USD\"", to: "daily: \"\(daily)\"") }
        }
        return setup
    }

    /// Answered, false rejects, judged by nobody.
    private static func counts(_ server: ServerUnderTest) -> [Int?] {
        let service = server.server.service
        let standing = service.gateway.strictness.standings(service.policies.snapshots)
            .first { $0.name.profile == "ios" }
        return [standing?.audits, standing?.falseAudits, standing?.waitingAudits]
    }

    @Test(.timeLimit(.minutes(10)))
    func judgesAnAuditOnceItsClientHasTheAnswer() async throws {
        try await ServerUnderTest.run(try Self.setup()) { server in
            let id = try await AuditTests.audit(server)
            await server.server.service.gateway.secondLooks?.finish(by: .now + .seconds(60))
            let judgement = try #require(try await server.store.auditJudgements(decisionID: id).first)
            #expect(judgement.finding == .falseReject)
            #expect(judgement.from == "model")
            #expect(judgement.by == Self.second)
            #expect(judgement.reason.hasPrefix("it names "))
            #expect(Self.counts(server) == [1, 1, 0])

            // Its bill is one of the decision's, and nobody's saving.
            let attempts = try await server.store.attempts(decisionID: id)
            #expect(attempts.map(\.hold.model) == ["gemini-3.5-flash-lite", Self.second])
            let bills = attempts.compactMap(\.settlement)
            let costs = bills.map(\.cost)
            #expect(costs.count == 2 && costs.allSatisfy { $0 > .zero })
            #expect(try await server.store.decision(id: id)?.cost == Money.sum(costs))
            #expect(try bills[1].cheaper.total().nanoUSD == -costs[1].nanoUSD)
            try await server.expectLedger(decisions: 1, attempts: 2)

            let told = try await server.get("/v1/decisions/\(id)?format=text").text
            #expect(told.contains("reviewed        a false reject: it names"))
        }
    }

    /// Whoever looks at the picture knows better than a model.
    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func yieldsToPeople(_ isOperator: Bool) async throws {
        try await ServerUnderTest.run(try Self.setup()) { server in
            let id = try await AuditTests.audit(server)
            await server.server.service.gateway.secondLooks?.finish(by: .now + .seconds(60))
            #expect(Self.counts(server) == [1, 1, 0])
            let body =
                isOperator
                ? #"{"finding":"rightReject","reason":"a thumb"}"# : #"{"decisionId":"\#(id)","judgement":"wrong"}"#
            let said = try await server.request(
                "POST",
                isOperator ? "/v1/audits/\(id)" : "/v1/feedback",
                key: isOperator ? ServerUnderTest.adminKey : ServerUnderTest.clientKey,
                body: Array(body.utf8)
            )
            #expect(said.status == 200)
            #expect(Self.counts(server) == [1, 0, 0])
        }
    }

    /// What stood in for the model that was wanted may be the very one that would judge it.
    @Test(.timeLimit(.minutes(10)))
    func judgesNoStandIn() async throws {
        let script = #"{ rules: [ { match: { model: "gemini-3.5-flash-lite" }, action: { status: 404 } } ] }"#
        try await ServerUnderTest.run(try Self.setup(script: script)) { server in
            let id = try await AuditTests.audit(server)
            await server.server.service.gateway.secondLooks?.finish(by: .now + .seconds(60))
            let row = try #require(try await server.store.decision(id: id))
            #expect(row.model == Self.second && row.isAnsweredAudit)
            #expect(try await server.store.auditJudgements(decisionID: id) == [])
            #expect(
                try await server.store.attempts(decisionID: id).map(\.hold.model) == [
                    "gemini-3.5-flash-lite", Self.second,
                ]
            )
        }
    }

    /// A model that does not answer, and a cap that is used up, leave the audit to people.
    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func leavesToPeopleWhatItCannotJudge(_ isOverCap: Bool) async throws {
        // Room for the first hold, and not for that of a dearer model.
        var cap: String?
        if isOverCap {
            try await ServerUnderTest.run(try Self.setup()) { server in
                let attempts = try await server.store.attempts(decisionID: try await AuditTests.audit(server))
                cap = try #require(attempts.first).hold.amount.formatted(.exact) + " USD"
            }
        }
        let script = #"{ rules: [ { match: { model: "\#(Self.second)" }, action: { block: "OTHER" } } ] }"#
        let second = isOverCap ? "gemini-3.6-flash" : Self.second
        let setup = try Self.setup(second: second, script: isOverCap ? nil : script, daily: cap)
        try await ServerUnderTest.run(setup) { server in
            let id = try await AuditTests.audit(server)
            await server.server.service.gateway.secondLooks?.finish(by: .now + .seconds(60))
            #expect(try await server.store.auditJudgements(decisionID: id) == [])
            #expect(Self.counts(server) == [1, 0, 1])
            let attempts = try await server.store.attempts(decisionID: id)
            #expect(attempts.count == (isOverCap ? 1 : 2))
            #expect(server.log.messages.contains("audit left to people"))
        }
    }

    @Test(arguments: [
        ("nature", "nature", AuditJudgement.Finding.falseReject), ("nature", "city", nil),
        ("nature", "other", .rightReject), ("nature", "", .rightReject),
    ])
    func findsOnlyWhatTwoModelsProve(first: String, second: String, expected: AuditJudgement.Finding?) {
        #expect(SecondLooks.finding(first: first, second: second) == expected)
    }
}
