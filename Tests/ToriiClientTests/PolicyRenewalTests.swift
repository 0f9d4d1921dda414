import Devices
import Foundation
import Policy
import Testing

@testable import ToriiClient

/// When a client asks for its policy, what it takes, and what it goes on with.
struct PolicyRenewalTests {
    @Test func onlySendsUntilAPolicyIsThere() async {
        let server = FakeServer()
        let client = await ClientFixture.client(server)
        let verdict = await client.judge(ClientFixture.bare, imageID: "a")
        #expect(verdict.isSent && !verdict.isReject)
        #expect(verdict.reasons == ["unknown_score_space"])
        #expect(await client.status.revision == 0)
        #expect(await client.renew(force: true) == .failed(.offline))
        #expect(await client.judge(ClientFixture.bare, imageID: "a").isSent)
    }

    @Test func takesASignedPolicyAndAsksWithItsTag() async {
        let server = FakeServer()
        let clock = HeldClock()
        let client = await ClientFixture.client(server, clock: clock)
        await server.script(FakeServer.policy(ClientFixture.policy()), FakeServer.unchanged)
        #expect(await client.renew() == .renewed(revision: 42))
        #expect(await client.renew() == .notDue)
        let verdict = await client.judge(ClientFixture.bare, imageID: "a")
        #expect(!verdict.isSent)
        #expect(verdict.reasons == ["low_saliency"])
        #expect(verdict.revision == 42)
        clock.move(6 * 3600 - 1)
        #expect(await client.renew() == .notDue)
        clock.move(1)
        #expect(await client.renew() == .unchanged)
        #expect(await server.asked.map { $0.headers["If-None-Match"] } == [nil, "\"r42\""])
    }

    /// Each is a policy that nobody signed for this client.
    @Test(arguments: ["flipped", "longer", "shorter", "other profile", "unknown key", "no signature", "base64url"])
    func refuses(what: String) async {
        let good = FakeServer.policy(ClientFixture.policy())
        var body = Array(good.body)
        var headers = good.headers
        switch what {
        case "flipped": body[40] ^= 1
        case "longer": body.append(0x0A)
        case "shorter": body.removeLast()
        case "unknown key": headers["torii-signature"] = good.headers["torii-signature"]?.replacing("k1", with: "k9")
        case "no signature": headers["torii-signature"] = nil
        case "base64url":
            headers["torii-signature"] = good.headers["torii-signature"]?.replacing("+", with: "-")
                .replacing("/", with: "_").replacing("==:", with: ":")
        default:
            let other = FakeServer.policy(ClientFixture.policy(profile: "android"))
            (body, headers) = (Array(other.body), other.headers)
        }
        let server = FakeServer()
        let client = await ClientFixture.client(server)
        await server.script(TransportResponse(status: 200, headers: headers, body: Data(body)))
        #expect(await client.renew() == .failed(.notVerified))
        #expect(await client.status.revision == 0)
    }

    @Test func neverGoesBackToAnOlderRevision() async {
        let server = FakeServer()
        let client = await ClientFixture.client(server)
        await server.script(FakeServer.policy(ClientFixture.policy(revision: 43)))
        #expect(await client.renew() == .renewed(revision: 43))
        await server.script(FakeServer.policy(ClientFixture.policy(revision: 42)))
        #expect(await client.renew(force: true) == .failed(.olderRevision))
        #expect(await client.status.revision == 43)
    }

    @Test func failuresHavePausesOfTheirOwn() async {
        let server = FakeServer()
        let clock = HeldClock()
        let client = await ClientFixture.client(server, clock: clock)
        await server.script(FakeServer.broken)
        #expect(await client.renew() == .failed(.refused(status: 500)))
        var pauses: [TimeInterval] = []
        for _ in 0..<7 {
            var waited: TimeInterval = 0
            while await client.renew() == .notDue {
                clock.move(30)
                waited += 30
            }
            pauses.append(waited)
        }
        #expect(pauses == [30, 60, 120, 240, 480, 900, 900])
        await server.script(FakeServer.policy(ClientFixture.policy()))
        clock.move(900)
        #expect(await client.renew() == .renewed(revision: 42))
    }

    @Test func waitsAsLongAsTheServerAsks() async {
        let server = FakeServer()
        let clock = HeldClock()
        let client = await ClientFixture.client(server, clock: clock)
        await server.script(TransportResponse(status: 429, headers: ["retry-after": "100"], body: Data()))
        #expect(await client.renew() == .failed(.refused(status: 429)))
        clock.move(99)
        #expect(await client.renew() == .notDue)
        clock.move(1)
        #expect(await client.renew() == .failed(.refused(status: 429)))
    }

    @Test(
        arguments: [
            (nil, nil, .served), ("4.12.0", "3.0.0", .served), ("4.12.1", "3.0.0", .deprecated),
            ("5.0.0", "4.12.1", .blocked),
        ] as [(String?, String?, PolicyStatus.Standing)]
    )
    func tellsHowTheAppStands(warn: String?, block: String?, standing: PolicyStatus.Standing) async {
        let server = FakeServer()
        let client = await ClientFixture.client(server)
        await server.script(FakeServer.policy(ClientFixture.policy(warnBelow: warn, blockBelow: block)))
        await client.renew()
        #expect(await client.status.standing == standing)
    }

    @Test func keepsItsPolicyOverARestartAndVerifiesItAnew() async {
        let server = FakeServer()
        let clock = HeldClock()
        let store = MemoryPolicyStore()
        let first = await ClientFixture.client(server, store: store, clock: clock)
        await server.script(FakeServer.policy(ClientFixture.policy()))
        await first.renew()
        clock.move(3600)
        let second = await ClientFixture.client(server, store: store, clock: clock)
        #expect(await second.status.revision == 42)
        #expect(await second.renew() == .notDue)
        let kept = await store.load()
        let spoilt = kept.map {
            KeptPolicy(body: $0.body + Data(" ".utf8), signature: $0.signature, tag: $0.tag, fetchedAt: $0.fetchedAt)
        }
        let third = await ClientFixture.client(server, store: MemoryPolicyStore(spoilt), clock: clock)
        #expect(await third.status.revision == 0)
    }

    @Test func onlyMeasuresWithAStalePolicy() async {
        let server = FakeServer()
        let clock = HeldClock()
        let client = await ClientFixture.client(server, clock: clock)
        await server.script(FakeServer.policy(ClientFixture.policy()), nil)
        await client.renew()
        clock.move(7 * 86_400 - 1)
        #expect(await client.status.enforces)
        clock.move(1)
        #expect(await client.status.isStale)
        let verdict = await client.judge(ClientFixture.bare, imageID: "a")
        #expect(verdict.isSent && verdict.isReject)
        #expect(verdict.reasons == ["low_saliency", "measure_phase"])
    }

    @Test func leavesDevicesOutsideARollOutWithTheRevisionBefore() async {
        let server = FakeServer()
        let client = await ClientFixture.client(server)
        let partial = Rollout(salt: "r43", share: 0, otherwiseRevision: 42)
        await server.script(FakeServer.policy(ClientFixture.policy(revision: 42)))
        await client.renew()
        await server.script(FakeServer.policy(ClientFixture.policy(revision: 43, rollout: partial)))
        #expect(await client.renew(force: true) == .renewed(revision: 43))
        #expect(await client.status.revision == 42)
        // Who never had that one sends everything.
        let fresh = await ClientFixture.client(server)
        await fresh.renew()
        #expect(await fresh.status.revision == 0)
    }

    @Test func anAnswerFromAFileIsWhatWasKept() async {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FilePolicyStore(folder: folder, profile: "ios", scoreSpace: "apple-vision/18")
        #expect(await store.load() == [])
        let policy = KeptPolicy(
            body: Data("{}".utf8),
            signature: "s",
            tag: "\"r1\"",
            fetchedAt: Date(timeIntervalSince1970: 1_796_000_000)
        )
        await store.save([policy])
        #expect(await FilePolicyStore(folder: folder, profile: "ios", scoreSpace: "apple-vision/18").load() == [policy])
        #expect(await FilePolicyStore(folder: folder, profile: "ios", scoreSpace: "apple-vision/17").load() == [])
    }
}
