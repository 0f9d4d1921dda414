import Documents
import Economics
import Gate
import Policy
import Testing

@testable import Server

/// `GET /v1/profiles/{name}/projection`: a profile's first week, in which everything is sent.
struct ProjectionRouteTests {
    @Test(.timeLimit(.minutes(10)))
    func showsWhatThresholdsWouldHaveSavedAndRisked() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("phase: \"enforce\"", to: "phase: \"measure\"") }
        }
        try await ServerUnderTest.run(setup) { server in
            let blurred = try await server.upload(Pictures.blurred())
            let sharp = try await server.upload(Pictures.sharp(seed: 1))
            #expect(blurred.string("outcome") == "sent")
            let path = "/v1/profiles/ios/projection"
            #expect(try await server.get(path, key: ServerUnderTest.readKey).status == 403)
            let answer = try await server.get(path, key: ServerUnderTest.adminKey)
            #expect(answer.string("schema") == "torii.projection/1")
            #expect(answer.integer("uploads") == 2)
            #expect(answer["emulated"]?.bool == true)
            #expect(answer.integer("answered") == 2)
            let both = try await [blurred, sharp].costs(server)
            #expect(answer.integer("costNanoUSD") == both[0] + both[1])
            // Between the two scores the blurred one alone is rejected, and its call saved.
            #expect(answer.string("curves.0.setting") == "gate.sharpness.min")
            #expect(answer.integer("curves.0.points.18.rejected") == 1)
            #expect(answer.integer("curves.0.points.18.savedNanoUSD") == both[0])
            #expect(answer.integer("curves.0.points.0.rejected") == 0)
            let text = try await server.get(path + "?format=text", key: ServerUnderTest.adminKey)
            #expect(text.text.hasPrefix("ios, phase measure: 2 uploads, "))
            #expect(text.text.split(separator: "\n").dropFirst().first.map(String.init) == EmulatedRemark.sentence)
            #expect(text.text.split(separator: "\n").allSatisfy { $0.count <= 130 })
            let svg = try await server.get(path + "?format=svg", key: ServerUnderTest.adminKey)
            #expect(svg.headers["content-type"] == "image/svg+xml")
            #expect(svg.text.contains("<polyline"))
            #expect(svg.text.contains("<title>EMULATED: what thresholds of ios"))
            #expect(try await server.get(path + "?format=pdf", key: ServerUnderTest.adminKey).status == 400)
            #expect(try await server.get(path + "?days=0", key: ServerUnderTest.adminKey).status == 400)
            let absent = try await server.get("/v1/profiles/web/projection", key: ServerUnderTest.adminKey)
            #expect(absent.status == 404)
        }
    }

    /// Policies name the scorer; the gate is it.
    @Test func namesTheScorerTheGateIs() {
        #expect(OwnScorer.scoreSpace == Measurement.scoreSpace)
    }

    /// What was spent belongs to the window, not to the text of the cap.
    @Test(.timeLimit(.minutes(10)))
    func keepsWhatWasSpentWhenACapIsEdited() async throws {
        try await ServerUnderTest.run { server in
            let sent = try await server.upload(Pictures.sharp(seed: 1))
            #expect(sent.string("outcome") == "sent")
            let shown = try await server.get("/v1/profiles/ios", key: ServerUnderTest.adminKey)
            var text = try #require(shown.string("document.text"))
            // One nano-USD short of what is spent and the next hold: only a forgotten spend would let it through.
            let id = try #require(sent.decision)
            let attempt = try #require(try await server.store.attempts(decisionID: id).first)
            let spent = try #require(attempt.settlement).cost.nanoUSD
            let cap = Money(nanoUSD: spent + attempt.hold.amount.nanoUSD - 1)
            try text.change("daily: \"3.00 USD\"", to: "daily: \"\(cap)\"")
            let body: JSON = ["document": .string(text), "base": 1, "reason": "stop"]
            let applied = try await server.request(
                "POST",
                "/v1/profiles/ios:apply",
                key: ServerUnderTest.adminKey,
                body: body.encoded()
            )
            #expect(applied.integer("revision") == 2)
            let refused = try await server.upload(Pictures.sharp(seed: 2))
            #expect(refused.string("outcome") == "local")
            #expect(refused.reasons?.first == "budget_exhausted")
            #expect(server.emulator.received == 1)
        }
    }
}

extension [Answer] {
    /// What each upload's call cost, in nano-USD.
    fileprivate func costs(_ server: ServerUnderTest) async throws -> [Int64] {
        var costs: [Int64] = []
        for answer in self {
            let id = try #require(answer.decision)
            costs.append(try #require(try await server.store.decision(id: id)).cost.nanoUSD)
        }
        return costs
    }
}
