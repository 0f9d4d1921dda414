import Documents
import Ledger
import Platform
import Policy
import TestSupport
import Testing

@testable import Server

/// The feed as `GET /v1/events` and the dashboard show it.
@Suite(.timeLimit(.minutes(10))) struct EventRouteTests {
    private static func kinds(_ answer: Answer) -> [String] {
        (answer["events"]?.array ?? []).compactMap { $0["kind"]?.string }
    }

    @Test func showsWhatHappenedOnceAndWhatCameSince() async throws {
        let folder = try TemporaryFolder()
        var setup = ServerUnderTest.Setup()
        setup.data = folder.path
        try await ServerUnderTest.run(setup) { server in
            func known(_ count: Int) async throws {
                try await eventually { try await server.store.events(EventQuery()).count == count }
            }
            try await known(1)
            _ = try await server.control("freeze", ["by": "ada", "reason": "strange bill"])
            try await known(2)
            let all = try await server.get("/v1/events", key: ServerUnderTest.readKey)
            #expect(Self.kinds(all) == ["policy_applied", "spending_frozen"])
            #expect(all.string("schema") == "torii.events/1")
            #expect(all.string("next") == "2")
            let frozen = all["events"]?.array?.last
            #expect(frozen?["text"]?.string == "spending frozen by ada: strange bill")
            #expect(frozen?["advice"]?.string == "once the cause is gone: torii thaw")
            #expect(frozen?["severity"]?.string == "critical")
            #expect(frozen?["facts"]?["from"]?.string == "socket")
            _ = try await server.control("thaw", ["by": "ada", "reason": "found"])
            try await known(3)
            let later = try await server.get("/v1/events?since=2", key: ServerUnderTest.adminKey)
            #expect(Self.kinds(later) == ["spending_thawed"])
            #expect(Self.kinds(try await server.get("/v1/events?severity=critical")) == ["spending_frozen"])
            #expect(Self.kinds(try await server.get("/v1/events?kind=policy_applied&limit=1")) == ["policy_applied"])
            #expect(Self.kinds(try await server.get("/v1/events?since=3")) == [])
            let screen = try await server.get("/dashboard?width=140").text
            #expect(screen.contains("spending frozen by ada: strange bill"))
            #expect(try await server.get("/dashboard?format=json")["events"]?.array?.count == 3)
        }
    }

    @Test(arguments: ["since=soon", "since=-1", "limit=0", "limit=1001", "kind=cap", "severity=bad"])
    func refusesWhatItDoesNotUnderstand(query: String) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.get("/v1/events?\(query)")
            #expect(answer.status == 400)
            #expect(answer.string("code") == "invalid_field")
        }
    }

    @Test func needsAKeyThatMayRead() async throws {
        try await ServerUnderTest.run { server in
            let forbidden = try await server.get("/v1/events", key: ServerUnderTest.clientKey)
            #expect(forbidden.status == 403)
            let unknown = try await server.get("/v1/events?profile=nobody")
            #expect(unknown.status == 404)
        }
    }
}
