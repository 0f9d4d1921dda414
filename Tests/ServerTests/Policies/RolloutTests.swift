import Documents
import Economics
import Ledger
import Platform
import Policy
import Testing

@testable import Server

/// A revision that judges a share of the uploads before it judges all.
@Suite(.timeLimit(.minutes(10))) struct RolloutTests {
    /// The ios document of the live revision with another sharpness, for a share of the uploads.
    private static func stage(_ server: ServerUnderTest, share: Double, base: Int64 = 1) async throws -> Answer {
        let shown = try await server.get("/v1/profiles/ios", key: ServerUnderTest.adminKey)
        var text = try #require(shown.string("document.text"))
        try text.change("min: 0.18, floor: 0.05", to: "min: 0, floor: 0")
        return try await post(
            server,
            "/v1/profiles/ios:apply",
            [
                "document": .string(text), "reason": "nothing is too blurry", "base": .integer(base),
                "share": .double(share),
            ]
        )
    }

    private static func post(_ server: ServerUnderTest, _ path: String, _ body: JSON) async throws -> Answer {
        try await server.request("POST", path, key: ServerUnderTest.adminKey, body: body.encoded())
    }

    /// The revision an upload of this unit was judged by.
    private static func revision(of unit: String, _ server: ServerUnderTest, seed: UInt64 = 1) async throws -> String? {
        let answer = try await server.upload(
            Pictures.sharp(seed: seed, width: 96, height: 64),
            headers: [(name: "Torii-Unit", value: unit)]
        )
        #expect(answer.status == 200)
        return answer.headers["torii-policy-revision"]
    }

    private static func isIn(_ unit: String, share: Double) -> Bool {
        let digest = Crypto.sha256(Array(Rollout.text(salt: "r2", unit: unit).utf8))
        return Rollout(salt: "r2", share: share).includes(bucket: Rollout.bucket(digest: digest))
    }

    @Test func judgesAStableShareByTheNewRevision() async throws {
        try await ServerUnderTest.run { server in
            let staged = try await Self.stage(server, share: 0.3)
            #expect(staged.string("outcome") == "staged")
            #expect(staged.integer("revision") == 2)
            // What is in force, and what devices fetch, is the old one.
            #expect(try await server.get("/v1/profiles", key: ServerUnderTest.adminKey).integer("revision") == 1)
            let units = (0..<20).map { "phone-\($0)" }
            let first = units.filter { Self.isIn($0, share: 0.3) }
            #expect(!first.isEmpty && first.count < units.count)
            for unit in units {
                let expected = first.contains(unit) ? "2" : "1"
                #expect(try await Self.revision(of: unit, server) == expected)
            }
            // The same id, again and again: one arm.
            for seed in 2..<8 as Range<UInt64> {
                #expect(try await Self.revision(of: first[0], server, seed: seed) == "2")
            }
            // Without a unit the picture draws, whoever sends it.
            let picture = try Pictures.sharp(seed: 9, width: 96, height: 64)
            let expected = Self.isIn(Encoding.hex(Crypto.sha256(picture)), share: 0.3) ? "2" : "1"
            for _ in 0..<3 {
                #expect(try await server.upload(picture).headers["torii-policy-revision"] == expected)
            }
        }
    }

    @Test func keepsWhoeverIsInWhenTheShareGrowsAndPutsItInForceAtOnce() async throws {
        try await ServerUnderTest.run { server in
            _ = try await Self.stage(server, share: 0.3)
            let units = (0..<20).map { "phone-\($0)" }
            let promoted = try await Self.post(server, "/v1/rollout:promote", ["reason": "quiet", "share": 0.6])
            #expect(promoted.string("outcome") == "staged")
            #expect(promoted.integer("revision") == 3)
            for unit in units {
                let expected = Self.isIn(unit, share: 0.6) ? "3" : "1"
                #expect(try await Self.revision(of: unit, server) == expected)
            }
            #expect(units.allSatisfy { !Self.isIn($0, share: 0.3) || Self.isIn($0, share: 0.6) })
            let all = try await Self.post(server, "/v1/rollout:promote", ["reason": "a week quiet"])
            #expect(all.string("outcome") == "applied")
            #expect(try await server.get("/v1/profiles", key: ServerUnderTest.adminKey).integer("revision") == 4)
            for unit in units.prefix(4) { #expect(try await Self.revision(of: unit, server) == "4") }
            #expect(
                try await Self.post(server, "/v1/rollout:promote", ["reason": "again"]).string("code") == "no_rollout"
            )
            let revision = try #require(try await server.store.revision(number: 4))
            #expect(revision.stage == nil)
            let staged = try #require(try await server.store.revision(number: 2))
            #expect(revision.documents == staged.documents)
            #expect(revision.audit?.base == 1)
            func history(_ profile: String) async throws -> [String] {
                let answer = try await server.get("/v1/profiles/\(profile)/history", key: ServerUnderTest.adminKey)
                return (answer["history"]?.array ?? []).map { entry in
                    let changes = entry["diff"]?["changes"]?.array?.compactMap { $0["path"]?.string } ?? []
                    return "\(entry["revision"]?.integer ?? 0) \(changes.sorted().joined(separator: " "))"
                }
            }
            let changed = "gate.sharpness.floor gate.sharpness.min"
            #expect(try await history("ios").prefix(3) == ["4 \(changed)", "3 \(changed)", "2 \(changed)"])
            #expect(try await history("android").count == 1)
        }
    }

    @Test func endsInOneStepAndRefusesOtherChangesMeanwhile() async throws {
        try await ServerUnderTest.run { server in
            _ = try await Self.stage(server, share: 0.5)
            let other = try await AuditedApplyTests.apply(server, [("daily: \"3.00 USD\"", "daily: \"2.90 USD\"")])
            #expect(other.status == 409)
            #expect(other.string("code") == "rolling_out")
            let dashboard = try await server.get("/dashboard")
            #expect(dashboard.text.contains("r2 judges 50.0 % of the uploads; torii policy compare"))
            let ended = try await Self.post(server, "/v1/rollout:end", ["reason": "lost answers"])
            #expect(ended.string("outcome") == "applied")
            #expect(ended.integer("revision") == 3)
            for unit in ["a", "b", "c", "d"] { #expect(try await Self.revision(of: unit, server) == "3") }
            #expect(
                try await server.store.revision(number: 3)?.documents == server.store.revision(number: 1)?.documents
            )
            #expect(try await !server.get("/dashboard").text.contains("ROLL-OUT"))
            let history = try await server.get("/v1/profiles/ios/history", key: ServerUnderTest.adminKey)
            #expect(history.integer("history.0.revision") == 3)
            #expect(history.string("history.0.reason") == "lost answers")
            #expect(history["history.1.stage.share"]?.double == 0.5)
            #expect(history.integer("history.1.stage.base") == 1)
        }
    }

    /// A rollback in an emergency is held up by nothing.
    @Test func goesBackFurtherWhileRollingOut() async throws {
        try await ServerUnderTest.run { server in
            _ = try await AuditedApplyTests.apply(server, [("daily: \"3.00 USD\"", "daily: \"2.90 USD\"")])
            _ = try await Self.stage(server, share: 0.5, base: 2)
            let body: JSON = ["revision": 1, "reason": "all of it"]
            let back = try await Self.post(server, "/v1/profiles/ios:rollback", body)
            #expect(back.integer("revision") == 4)
            #expect(server.server.service.policies.rollout == nil)
            #expect(server.server.service.policies.revision == 4)
        }
    }

    @Test func comparesBothSidesOverTheSameHours() async throws {
        try await ServerUnderTest.run { server in
            #expect(try await server.get("/v1/rollout").status == 404)
            _ = try await server.upload(Pictures.blurred(50))
            _ = try await Self.stage(server, share: 0.5)
            server.clock.advance(seconds: 3_600)
            var sides = (live: 0, staged: 0)
            for seed in 51..<59 {
                let revision = try await server.upload(Pictures.blurred(UInt64(seed))).headers["torii-policy-revision"]
                if revision == "2" { sides.staged += 1 } else { sides.live += 1 }
            }
            #expect(sides.live > 0 && sides.staged > 0)
            let json = try await server.get("/v1/rollout")
            #expect(json.string("schema") == "torii.rollout/1")
            #expect(json["holdsEarlier"]?.bool == false)
            #expect(json["share"]?.double == 0.5)
            // The upload of before it began is on neither side.
            #expect(json.integer("profiles.0.live.uploads") == Int64(sides.live))
            #expect(json.integer("profiles.0.live.rejected") == Int64(sides.live))
            #expect(json.integer("profiles.0.live.costNanoUSD") == 0)
            #expect(json.integer("profiles.0.staged.uploads") == Int64(sides.staged))
            #expect(json.integer("profiles.0.staged.sent") == Int64(sides.staged))
            #expect(json["profiles.0.staged.sendRate"]?.double == 1)
            let spent = try #require(json.integer("profiles.0.staged.costNanoUSD"))
            #expect(spent > 0)
            let text = try await server.get("/v1/rollout?format=text").text
            #expect(text.hasPrefix("r2 on 50.0 % of the uploads beside r1"))
            #expect(text.contains("send rate"))
            #expect(text.contains("+100.00"))
            #expect(json["emulated"]?.bool == true && text.contains("\n\(EmulatedRemark.sentence)\n"))
        }
    }

    @Test(arguments: [0.0, 1.0, 1.5, -0.1])
    func refusesWhatIsNoShare(share: Double) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await Self.stage(server, share: share)
            #expect(answer.status == 400)
            #expect(answer.string("detail") == "`share` must be a share between 0 and 1, such as 0.1")
        }
    }
}

/// What one side of a roll-out says of lost answers.
struct RolloutArmTests {
    private static func rollup(_ outcome: Outcome, _ count: Int, audit: Bool = false, category: String = "")
        -> DecisionRollup
    {
        DecisionRollup(
            profile: "ios",
            hour: .seconds(0),
            revision: 2,
            route: .classify,
            verdict: .reject,
            outcome: outcome,
            reason: .tooBlurry,
            judged: true,
            audit: audit,
            emulated: false,
            category: category,
            count: count,
            latencyMicros: 0,
            gateMicros: 0,
            gated: 0,
            cost: Money(nanoUSD: Int64(count))
        )
    }

    /// 2 of 40 audits were wrong; 400 of 1,000 stayed behind. Clopper-Pearson of 2 in 40: 0.006114 to 0.169197.
    @Test func estimatesLostAnswersFromAudits() throws {
        var arm = RolloutArm()
        try arm.add(Self.rollup(.rejected, 400))
        try arm.add(Self.rollup(.sent, 560, category: "nature"))
        try arm.add(Self.rollup(.sent, 38, audit: true, category: "other"))
        try arm.add(Self.rollup(.sent, 2, audit: true, category: "nature"))
        #expect(arm.audits == 40)
        #expect(arm.wrongAudits == 2)
        #expect(arm.sendRate?.rate == 0.6)
        #expect(arm.spend == Money(nanoUSD: 1_000))
        let lost = try #require(arm.lost)
        #expect(abs(lost.estimate - 0.02) < 1e-12)
        #expect(abs(lost.lower - 0.4 * 0.006114) < 1e-6)
        #expect(abs(lost.upper - 0.4 * 0.169197) < 1e-6)
    }

    @Test func saysNothingWithoutAudits() throws {
        var arm = RolloutArm()
        #expect(arm.sendRate == nil)
        #expect(arm.costPerThousand == nil)
        try arm.add(Self.rollup(.rejected, 3))
        #expect(arm.lost == nil)
        #expect(arm.costPerThousand == Money(nanoUSD: 1_000))
    }
}
