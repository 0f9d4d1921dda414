import Control
import Documents
import Ledger
import Policy
import TestSupport
import Testing

@testable import Server

/// Audits that operators judge: over `/v1/audits`, and what comes of it.
struct AuditTests {
    static func setup(
        _ folder: TemporaryFolder? = nil,
        keepsThumbnails: Bool = false
    ) throws -> ServerUnderTest.Setup {
        var setup = ServerUnderTest.Setup()
        setup.data = folder?.path
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5" else { return }
            try text.change("mode: \"off\"", to: "mode: \"plan\"")
            try text.change("auditShare: 0", to: "auditShare: 0.05")
            if keepsThumbnails { try text.change("keepThumbnails: false", to: "keepThumbnails: true") }
        }
        return setup
    }

    /// The id of a reject that was sent all the same and named.
    static func audit(_ server: ServerUnderTest, seed: UInt64 = 1) async throws -> String {
        server.randomness.withLock { $0 = 0 }
        let answer = try await server.upload(try Pictures.blurred(seed))
        #expect(answer.reasons == ["too_blurry", "audit"])
        return try #require(answer.decision)
    }

    private static func judge(
        _ server: ServerUnderTest,
        _ id: String,
        _ finding: String,
        edition: Int? = nil,
        key: String = ServerUnderTest.adminKey
    ) async throws -> Answer {
        let edition = edition.map { #","edition":\#($0)"# } ?? ""
        let body = #"{"finding":"\#(finding)","reason":"a thumb"\#(edition)}"#
        return try await server.request("POST", "/v1/audits/\(id)", key: key, body: Array(body.utf8))
    }

    private static func standing(_ server: ServerUnderTest) throws -> StrictnessDesk.Standing {
        let service = server.server.service
        return try #require(
            service.gateway.strictness.standings(service.policies.snapshots).first { $0.name.profile == "ios" }
        )
    }

    /// Answered, false rejects, judged by nobody.
    private static func counts(_ server: ServerUnderTest) throws -> [Int] {
        let standing = try standing(server)
        return [standing.audits, standing.falseAudits, standing.waitingAudits]
    }

    /// At 10,000 rejects a day a model that errs once in a thousand makes up ten false rejects: nobody is to be woken by them.
    @Test(.timeLimit(.minutes(10)))
    func raisesNoAlarmBeforeSomebodyHasLooked() async throws {
        try await ServerUnderTest.run(try Self.setup()) { server in
            var ids: [String] = []
            for seed in 1...8 { ids.append(try await Self.audit(server, seed: UInt64(seed))) }
            #expect(try Self.counts(server) == [8, 0, 8])
            #expect(try Self.standing(server).state != .alarm)
            for id in ids { #expect(try await Self.judge(server, id, "falseReject").status == 200) }
            #expect(try Self.counts(server) == [8, 8, 0])
            #expect(try Self.standing(server).state == .alarm)
            #expect(try Self.standing(server).evidence.hasPrefix("8 of 8 audits were right answers, or users"))
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func correctsTheDialAndShowsEverywhere() async throws {
        var setup = try Self.setup()
        setup.dashboards = PolicyDocuments.root + "/dashboards"
        try await ServerUnderTest.run(setup) { server in
            let id = try await Self.audit(server)
            #expect(try Self.counts(server) == [1, 0, 1])
            let unjudged = try Self.standing(server)
            #expect(unjudged.auditedBound == 1 && unjudged.judgedBound < 1)
            #expect(unjudged.evidence.contains("no certificate"))
            let list = try await server.get("/v1/audits", key: ServerUnderTest.adminKey)
            #expect(list.integer("waiting.ios") == 1)
            #expect(list.string("audits.0.decisionId") == id)
            #expect(list.string("audits.0.category") == list.string("audits.0.classification.primaryCategory"))
            #expect(list["audits.0.thresholds.sharpness"]?.double == 0.18)
            #expect(list["audits.0.thumbnail"]?.isNull == true)
            let text = try #require(list.string("audits.0.text"))
            #expect(text.contains("threshold 0.1800  below"))
            #expect(text.contains("thumbnail       none: `keepThumbnails` is off"))
            let metrics = try Metrics(try await server.get("/metrics").text)
            let dial = #"profile="ios",score_space="torii/1",source="pictures""#
            #expect(metrics["torii_audit_answers_unjudged{\(dial)}"] == "1.0")
            for verdict in ["right", "wrong"] {
                #expect(metrics["torii_audit_answers_total{\(dial),verdict=\"\(verdict)\"}"] == "0")
            }
            #expect(metrics[#"torii_audits_waiting{profile="ios"}"#] == "1")
            #expect(metrics[#"torii_audits_waiting{profile="android"}"#] == "0")
            let screen = try await server.get("/dashboard/controller?format=text&width=200").text
            #expect(screen.contains("audits, 1 of ios wait for a second judgement"))
            #expect(screen.contains("1, 0+1"))

            let judged = try await Self.judge(server, id, "rightReject")
            #expect(judged.status == 200)
            #expect(judged.integer("edition") == 1)
            #expect(judged.string("by") == "admin")
            #expect(try Self.counts(server) == [1, 0, 0])
            let after = try await server.get("/v1/audits", key: ServerUnderTest.adminKey)
            #expect(after["audits"]?.array?.isEmpty == true)
            #expect(after.integer("waiting.ios") == nil)
            let all = try await server.get("/v1/audits?all&profile=ios", key: ServerUnderTest.adminKey)
            #expect(all.string("audits.0.judgements.0.reason") == "a thumb")
            let told = try await server.get("/v1/decisions/\(id)?format=text").text
            #expect(
                told.contains("reviewed        the gate was right: a thumb, admin (api) at 2026-11-30T09:53:20+09:00")
            )
            #expect(try await server.get("/v1/decisions/\(id)").string("judgements.0.finding") == "rightReject")
            // Said again it is no new edition; taken back it waits again.
            #expect(try await Self.judge(server, id, "rightReject").integer("edition") == 1)
            #expect(try await Self.judge(server, id, "withdrawn", edition: 1).integer("edition") == 2)
            #expect(try Self.counts(server) == [1, 0, 1])
            #expect(try await server.store.waitingAudits(since: .seconds(0)) == ["ios": 1])
        }
    }

    /// Whoever speaks last among operators counts, users before only where no operator has spoken.
    @Test(.timeLimit(.minutes(10)))
    func anOperatorsWordStandsAgainstAUsers() async throws {
        try await ServerUnderTest.run(try Self.setup()) { server in
            let id = try await Self.audit(server)
            func say(_ judgement: String) async throws {
                let body = #"{"decisionId":"\#(id)","judgement":"\#(judgement)"}"#
                let key = ServerUnderTest.clientKey
                let said = try await server.request("POST", "/v1/feedback", key: key, body: Array(body.utf8))
                #expect(said.status == 200)
            }
            try await say("wrong")
            #expect(try Self.standing(server).falseAudits == 0)
            _ = try await Self.judge(server, id, "falseReject")
            #expect(try Self.standing(server).falseAudits == 1)
            try await say("right")
            try await say("wrong")
            #expect(try Self.standing(server).falseAudits == 1)
            _ = try await Self.judge(server, id, "withdrawn")
            #expect(try Self.standing(server).falseAudits == 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func refusesWhatIsNoAuditAndWhoMayNotJudge() async throws {
        try await ServerUnderTest.run(try Self.setup()) { server in
            let id = try await Self.audit(server)
            server.randomness.withLock { $0 = .max }
            let plain = try #require(try await server.upload(try Pictures.sharp(seed: 1)).decision)
            for (id, finding, status, code) in [
                ("01KX", "falseReject", 404, "not_found"), (plain, "falseReject", 409, "not_an_audit"),
                (id, "maybe", 400, "invalid_field"), (id, "withdrawn", 409, "conflict"),
            ] {
                let answer = try await Self.judge(server, id, finding)
                #expect(answer.status == status)
                #expect(answer.string("code") == code)
            }
            let late = try await Self.judge(server, id, "falseReject", edition: 3)
            #expect(late.string("code") == "conflict")
            let empty = #"{"finding":"falseReject","reason":" "}"#
            let unsaid = try await server.request(
                "POST",
                "/v1/audits/\(id)",
                key: ServerUnderTest.adminKey,
                body: Array(empty.utf8)
            )
            #expect(unsaid.string("code") == "invalid_field")
            for key in [ServerUnderTest.clientKey, ServerUnderTest.readKey] {
                #expect(try await Self.judge(server, id, "falseReject", key: key).status == 403)
                #expect(try await server.get("/v1/audits", key: key).status == 403)
            }
            #expect(try await server.get("/v1/audits").status == 401)
            #expect(try await server.store.auditJudgements(decisionID: id) == [])
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func isJudgedOverTheSocketToo() async throws {
        let folder = try TemporaryFolder()
        try await ServerUnderTest.run(try Self.setup(folder)) { server in
            let id = try await Self.audit(server)
            let status = try await server.control("strictness", [:])
            #expect(status.integer("ios.auditsWaiting") == 1)
            let answer = try await server.control(
                "audits/judge",
                ["decision": .string(id), "finding": "falseReject", "reason": "a cat", "by": "anna"]
            )
            #expect(answer.string("from") == "cli")
            #expect(answer.string("by") == "anna")
            #expect(try Self.standing(server).falseAudits == 1)
            #expect(try await server.control("strictness", [:]).integer("ios.auditsWaiting") == 0)
        }
    }
}
