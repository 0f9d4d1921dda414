import Documents
import Ledger
import Policy
import Testing

@testable import Server

/// What a change leaves behind, and what it may not break unsaid.
struct AuditedApplyTests {
    static func apply(
        _ server: ServerUnderTest,
        _ edits: [(String, String)],
        _ more: [JSON.Member] = []
    ) async throws -> Answer {
        let shown = try await server.get("/v1/profiles/ios", key: ServerUnderTest.adminKey)
        var text = try #require(shown.string("document.text"))
        for (old, new) in edits { try text.change(old, to: new) }
        let members: [JSON.Member] = [
            .init("document", .string(text)), .init("reason", "tests"),
            .init("base", .integer(try #require(shown.integer("revision")))),
        ]
        return try await server.request(
            "POST",
            "/v1/profiles/ios:apply",
            key: ServerUnderTest.adminKey,
            body: JSON.object(members + more).encoded()
        )
    }

    @Test(.timeLimit(.minutes(10)))
    func keepsDiffAndPlanWithTheRevision() async throws {
        try await ServerUnderTest.run { server in
            _ = try await server.upload(Pictures.blurred())
            let applied = try await Self.apply(server, [("min: 0.18, floor: 0.05", "min: 0, floor: 0")])
            #expect(applied.integer("revision") == 2)
            let audit = try #require(try await server.store.revision(number: 2)?.audit)
            #expect(audit.base == 1)
            #expect(audit.accepted == [])
            let history = try await server.get("/v1/profiles/ios/history", key: ServerUnderTest.adminKey)
            #expect(history.string("history.0.plan.schema") == "torii.plan/1")
            #expect(history.integer("history.0.plan.profiles.0.uploads") == 1)
            #expect(history.integer("history.0.plan.profiles.0.today.rejected") == 1)
            #expect(history.string("history.0.diff.changes.0.path") == "gate.sharpness.min")
            #expect(history["history.1.plan"]?.isNull == true)
        }
    }

    /// A sharp picture was sent and answered; the proposal would have thrown that answer away.
    @Test(.timeLimit(.minutes(10)))
    func refusesABrokenLimitUnlessItIsAccepted() async throws {
        try await ServerUnderTest.run { server in
            let sent = try await server.upload(Pictures.sharp(seed: 1))
            #expect(sent.string("outcome") == "sent")
            let stricter = [("min: 0.18, floor: 0.05, ceiling: 0.4", "min: 1, floor: 0.05, ceiling: 1")]
            let refused = try await Self.apply(server, stricter)
            #expect(refused.status == 422)
            #expect(refused.string("code") == "limit_broken")
            #expect(refused.string("detail")?.contains("--accept-limit falseRejects (over HTTP") == true)
            #expect(refused.string("limits.0.profile") == "ios")
            #expect(refused.string("limits.0.limit") == "falseRejects")
            #expect(try await server.store.latestRevision()?.number == 1)
            let odd = try await Self.apply(server, stricter, [.init("acceptLimits", ["everything"])])
            #expect(odd.status == 400)
            let accepted = try await Self.apply(server, stricter, [.init("acceptLimits", ["falseRejects"])])
            #expect(accepted.integer("revision") == 2)
            #expect(try await server.store.revision(number: 2)?.audit?.accepted == ["ios.falseRejects"])
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func refusesThresholdsOfAnotherScorer() async throws {
        try await ServerUnderTest.run { server in
            let borrowed = [("scoreSpace: \"torii/1\"", "scoreSpace: \"apple-vision/18\"")]
            let refused = try await Self.apply(server, borrowed)
            #expect(refused.string("limits.0.limit") == "scoreSpace")
            let measured = try await Self.apply(server, borrowed + [("phase: \"enforce\"", "phase: \"measure\"")])
            #expect(measured.integer("revision") == 2)
        }
    }

    /// Uploads while revisions come and go: each is answered, by one of them, and the last is in force at once.
    @Test(.timeLimit(.minutes(10)))
    func switchesUnderLoadWithoutAFailedUpload() async throws {
        try await ServerUnderTest.run { server in
            try await withThrowingTaskGroup(of: (status: Int, revision: String?).self) { group in
                for seed in 0..<24 {
                    group.addTask {
                        let answer = try await server.upload(Pictures.sharp(seed: UInt64(seed)))
                        return (answer.status, answer.headers["torii-policy-revision"])
                    }
                }
                for step in 0..<4 {
                    // Text alone: a revision all the same.
                    let edit = ("name: \"ios\"", "/**/ name: \"ios\"")
                    let applied = try await Self.apply(server, [edit])
                    #expect(applied.integer("revision") == Int64(step + 2))
                    let next = try await server.ask("{}")
                    #expect(next.headers["torii-policy-revision"] == "\(step + 2)")
                }
                for try await (status, revision) in group {
                    #expect(status == 200)
                    #expect(["1", "2", "3", "4", "5"].contains(revision))
                }
            }
        }
    }
}
