import Control
import Documents
import Ledger
import Policy
import Testing

@testable import Server

/// `POST /v1/feedback`: what users say about answers, and what comes of it.
struct FeedbackTests {
    private static func say(
        _ body: String,
        to server: ServerUnderTest,
        key: String = ServerUnderTest.clientKey
    ) async throws -> Answer {
        try await server.request("POST", "/v1/feedback", key: key, body: Array(body.utf8))
    }

    private static func word(_ decision: String?, _ judgement: String, category: String? = nil) -> String {
        let category = category.map { #","category":"\#($0)""# } ?? ""
        return #"{"decisionId":"\#(decision ?? "")","judgement":"\#(judgement)"\#(category)}"#
    }

    @Test(.timeLimit(.minutes(10)))
    func keepsTheLatestWordAndShowsItEverywhere() async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.upload(try Pictures.sharp(seed: 1))
            let id = try #require(answer.decision)
            #expect(try await Self.say(Self.word(id, "right"), to: server).string("outcome") == "recorded")
            #expect(try await Self.say(Self.word(id, "right"), to: server).string("outcome") == "unchanged")
            let said = try await Self.say(
                #"{"decision_id":"\#(id)","judgement":"wrong","category":"anime","more":1}"#,
                to: server
            )
            #expect(said.status == 200)
            #expect(said.string("outcome") == "replaced")
            #expect(said.string("category") == "anime")
            let shown = try await server.get("/v1/decisions/\(id)")
            #expect(shown.string("feedback.judgement") == "wrong")
            #expect(shown.string("feedback.category") == "anime")
            #expect(shown.string("feedback.kind") == "wrongAnswer")
            let told = try await server.get("/v1/decisions/\(id)?format=text").text
            #expect(
                told.contains("its user        the answer is wrong: it is anime, said at 2026-11-30T09:53:20+09:00")
            )
            let report = try await server.get("/v1/reports/economics?format=json")
            #expect(report.integer("totals.feedback.wrongAnswer") == 1)
            #expect(report.integer("totals.feedback.right") == 0)
            let text = try await server.get("/v1/reports/economics").text
            #expect(text.contains("Users' word"))
            let metrics = try Metrics(try await server.get("/metrics").text)
            #expect(metrics[#"torii_feedback_total{profile="ios",kind="right"}"#] == "1")
            #expect(metrics[#"torii_feedback_total{profile="ios",kind="wrongAnswer"}"#] == "1")
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("[]", 400, "invalid_json"), (#"{"judgement":"right"}"#, 400, "missing_field"),
            (FeedbackTests.word("ID", "maybe"), 400, "invalid_field"),
            (FeedbackTests.word("ID", "right", category: "anime"), 400, "invalid_field"),
            (FeedbackTests.word("ID", "wrong", category: "spaceships"), 400, "invalid_field"),
            (FeedbackTests.word("01KX", "right"), 404, "not_found"),
            (FeedbackTests.word("ASKED", "wrong"), 409, "not_answered"),
            (FeedbackTests.word("ID", "right") + String(repeating: " ", count: 16_384), 413, "body_too_large"),
        ]
    )
    func refusesWhatSaysNothing(body: String, status: Int, code: String) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.upload(try Pictures.blurred())
            let asked = try await server.ask(GateCase.base(attention: "0.3"))
            let body = body.replacing("ASKED", with: try #require(asked.decision))
                .replacing("ID", with: try #require(answer.decision))
            let said = try await Self.say(body, to: server)
            #expect(said.status == status)
            #expect(said.string("code") == code)
            #expect(try await server.store.feedback(decisionID: answer.decision ?? "") == nil)
        }
    }

    /// Not even that they exist.
    @Test(.timeLimit(.minutes(10)))
    func knowsNothingOfOtherClientsDecisions() async throws {
        try await ServerUnderTest.run { server in
            let word = Self.word(try await server.upload(try Pictures.blurred()).decision, "wrong")
            let other = try await Self.say(word, to: server, key: ServerUnderTest.iosKey)
            #expect(other.status == 404)
            #expect(try await Self.say(word, to: server, key: ServerUnderTest.readKey).status == 403)
            #expect(try await Self.say(word, to: server, key: ServerUnderTest.adminKey).status == 200)
        }
    }

    private static func planned() throws -> ServerUnderTest.Setup {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("mode: \"off\"", to: "mode: \"plan\"") }
        }
        return setup
    }

    private static func standing(_ server: ServerUnderTest) throws -> StrictnessDesk.Standing {
        let service = server.server.service
        return try #require(
            service.gateway.strictness.standings(service.policies.snapshots).first { $0.name.profile == "ios" }
        )
    }

    /// Three users saw a picture thrown away that was worth an answer, of six that came: no chance brings that about.
    @Test(.timeLimit(.minutes(10)))
    func wrongRejectsThatUsersReportRaiseTheAlarm() async throws {
        try await ServerUnderTest.run(try Self.planned()) { server in
            var rejected: [String?] = []
            for seed in 1...6 as ClosedRange<UInt64> {
                let answer = try await server.upload(try Pictures.blurred(seed))
                #expect(answer.string("outcome") == "rejected")
                rejected.append(answer.decision)
            }
            for id in rejected.prefix(2) { _ = try await Self.say(Self.word(id, "wrong"), to: server) }
            // A word that is no complaint, and one said twice, count for nothing.
            _ = try await Self.say(Self.word(rejected[3], "right"), to: server)
            _ = try await Self.say(Self.word(rejected[0], "wrong"), to: server)
            #expect(try Self.standing(server).state != .alarm)
            _ = try await Self.say(Self.word(rejected[2], "wrong"), to: server)
            #expect(try Self.standing(server).state == .alarm)
            #expect(server.log.messages.contains("users report wrong rejects: the gate is conservative now"))
            let report = try await server.get("/v1/reports/economics?format=json")
            #expect(report.integer("totals.feedback.wrongReject") == 3)
        }
    }

    /// One user who sends one picture again and again proves nothing.
    @Test(.timeLimit(.minutes(10)))
    func theSamePictureIsOneReport() async throws {
        try await ServerUnderTest.run(try Self.planned()) { server in
            let picture = try Pictures.blurred(1)
            for _ in 0..<4 {
                let answer = try await server.upload(picture)
                #expect(answer.string("outcome") == "rejected")
                _ = try await Self.say(Self.word(answer.decision, "wrong"), to: server)
            }
            #expect(try Self.standing(server).state != .alarm)
            #expect(!server.log.messages.contains { $0.hasPrefix("users report wrong rejects") })
        }
    }

    /// The cloud named something, so the audit may be a false reject; the user says whether the name is wrong.
    @Test(.timeLimit(.minutes(10)))
    func isTheSecondJudgementOfAnAudit() async throws {
        var setup = try Self.planned()
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5" else { return }
            try text.change("mode: \"off\"", to: "mode: \"plan\"")
            try text.change("auditShare: 0", to: "auditShare: 0.05")
        }
        try await ServerUnderTest.run(setup) { server in
            server.randomness.withLock { $0 = 0 }
            let answer = try await server.upload(try Pictures.blurred())
            #expect(answer.reasons == ["too_blurry", "audit"])
            #expect(try #require(answer.string("classification.primaryCategory")) != "other")
            #expect(try Self.standing(server).audits == 1)
            #expect(try Self.standing(server).falseAudits == 0)
            #expect(try Self.standing(server).waitingAudits == 1)
            for (word, count) in [("wrong", 0), ("wrong", 0), ("right", 1), ("wrong", 0)] {
                _ = try await Self.say(Self.word(answer.decision, word), to: server)
                #expect(try Self.standing(server).falseAudits == count)
                #expect(try Self.standing(server).waitingAudits == 0)
            }
            #expect(try Self.standing(server).audits == 1)
        }
    }
}
