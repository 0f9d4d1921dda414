import Documents
import Economics
import Ledger
import Platform
import Policy
import TestSupport
import Testing

@testable import Server

/// One upload's way through a healthy server.
struct JourneyTests {
    @Test(.timeLimit(.minutes(10)))
    func sendsASharpPictureAndBillsItsTokens() async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.upload(Pictures.sharp(seed: 1))
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            #expect(answer.headers["torii-policy-revision"] == "1")
            #expect(answer.decision == answer.string("decisionId"))
            #expect(answer.string("profile") == "ios")
            #expect(answer.integer("policyRevision") == 1)
            #expect(answer.string("verdict") == "send")
            #expect(answer.string("outcome") == "sent")
            #expect(answer.string("source") == "cloud")
            #expect(answer.reasons == ["gate_passed"])
            #expect(answer["emulated"]?.bool == true)
            #expect(answer["localLabel"]?.isNull == true)
            #expect(answer["warnings"] == nil)
            try Self.expectClassification(answer)

            let attempt = try #require(server.emulator.attempts.first)
            #expect(attempt.attempt == "\(try #require(answer.decision))/1")
            let prompt = Int64(attempt.promptTokens)
            let output = Int64(attempt.outputTokens)
            #expect(answer.integer("cost.tokens.prompt") == prompt)
            #expect(answer.integer("cost.nanoUSD") == prompt * 300 + output * 2500)
            #expect(answer.string("cost.model") == "gemini-3.5-flash-lite")
            #expect(prompt > 0 && output > 0)

            let record = try #require(try await server.decisions().first)
            #expect(record.outcome == .sent)
            #expect(record.cost.nanoUSD == prompt * 300 + output * 2500)
            #expect(record.judged)
            #expect(try await server.store.decision(id: record.id)?.answer == answer.body)
            #expect(record.image?.format == "jpeg")
            #expect(record.image?.width == 320)
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    /// Fields and values of the contract, whatever the picture.
    static func expectClassification(_ answer: Answer) throws {
        let categories = Set(try contractValues("primaryCategory"))
        let moods = Set(try contractValues("mood"))
        #expect(categories.contains(try #require(answer.string("classification.primaryCategory"))))
        let second = try #require(answer["classification.secondaryCategory"])
        #expect(second.isNull || second.string.map(categories.contains) == true)
        #expect(moods.contains(try #require(answer.string("classification.mood"))))
        let tags = try #require(answer.strings("classification.recommendedTags"))
        #expect((3...6).contains(tags.count))
        #expect(tags.allSatisfy { $0.wholeMatch(of: #/[a-z0-9]+(_[a-z0-9]+)*/#) != nil })
        let colors = try #require(answer.strings("classification.dominantColors"))
        #expect(colors.count <= 3 && colors.allSatisfy { $0.wholeMatch(of: #/#[0-9a-f]{6}/#) != nil })
        let screens = try #require(answer.strings("classification.suitableScreenTypes"))
        #expect(Set(screens).isSubset(of: ["iphone_lock", "iphone_home", "ipad", "mac_desktop"]))
        #expect(answer["classification"]?.object?.count == 6)
    }

    private static func contractValues(_ field: String) throws -> [String] {
        let document = try #require(try PolicyDocuments.documents().first { $0.path == "contracts/wallpaper.json5" })
        let root = DocumentReader.read(document.bytes, file: document.path, dialect: .json5).root
        let fields = try #require(root?["fields"]?.array)
        let values = fields.first { $0["name"]?.string == field }?["values"]?.array
        return try #require(values).compactMap(\.string)
    }

    @Test(.timeLimit(.minutes(10)))
    func keepsABlurredPictureBack() async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.upload(Pictures.blurred())
            #expect(answer.status == 200)
            #expect(answer.string("verdict") == "reject")
            #expect(answer.string("outcome") == "rejected")
            #expect(answer.string("source") == "local")
            #expect(answer.reasons?.first == "too_blurry")
            #expect(answer["classification"]?.isNull == true)
            #expect(answer.integer("cost.nanoUSD") == 0)
            #expect(
                ["photoLike", "illustrationLike", "abstract", "unknown"].contains(answer.string("localLabel.category"))
            )
            let sharpness = try #require(answer["gate.scores.sharpness"]?.double)
            #expect(sharpness < 0.18)
            #expect(answer["gate.thresholds.sharpness"]?.double == 0.18)
            #expect(answer.string("gate.scoreSpace") == "torii/1")
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func keepsABlankPictureBackForItsSaliency() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("min: 0.18, floor: 0.05", to: "min: 0, floor: 0") }
        }
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.blank())
            #expect(answer.string("outcome") == "rejected")
            #expect(answer.reasons == ["low_saliency"])
            #expect(answer.strings("localLabel.dominantColors") == ["#808080"])
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func keepsOurOwnPictureBack() async throws {
        try await ServerUnderTest.run { server in
            let picture = try Pictures.sharp(seed: 2)
            let isNew = try await server.store.registerOwn(
                hashes: [Crypto.sha256(picture)],
                at: server.clock.wallClock.now()
            )
            #expect(isNew == 1)
            let answer = try await server.upload(picture)
            #expect(answer.string("outcome") == "rejected")
            #expect(answer.reasons == ["own_watermark"])
            // Other bytes of the same pixels are not registered.
            let other = try await server.upload(picture + [0])
            #expect(other.string("outcome") == "sent")
            try await server.expectLedger(decisions: 2, attempts: 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func answersTheSecondUploadFromTheCacheInEveryProfile() async throws {
        try await ServerUnderTest.run { server in
            let picture = try Pictures.sharp(seed: 3)
            let first = try await server.upload(picture)
            #expect(first.string("outcome") == "sent")
            for profile in ["ios", "android"] {
                let again = try await server.upload(picture, profile: profile)
                #expect(again.string("outcome") == "cached")
                #expect(again.string("source") == "cache")
                #expect(again.reasons == ["exact_cache"])
                #expect(again.string("profile") == profile)
                #expect(again.integer("cost.nanoUSD") == 0)
                #expect(again["emulated"]?.bool == true)
                #expect(again["classification"].map(JSON.init) == first["classification"].map(JSON.init))
                #expect(again["verdict"]?.isNull == true)
            }
            let judged = try await server.decisions().map(\.judged)
            #expect(judged == [true, false, false])
            try await server.expectLedger(decisions: 3, attempts: 1)
        }
    }

    /// Another side or quality is another question to the cloud.
    @Test(.timeLimit(.minutes(10)))
    func asksAgainWhenTheContractDiffers() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "android.json5" { try text.change("maxSide: 512", to: "maxSide: 640") }
        }
        try await ServerUnderTest.run(setup) { server in
            let picture = try Pictures.sharp(seed: 4)
            #expect(try await server.upload(picture).string("outcome") == "sent")
            #expect(try await server.upload(picture, profile: "android").string("outcome") == "sent")
            try await server.expectLedger(decisions: 2, attempts: 2)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func sendsAndRecordsRejectsWhileItOnlyMeasures() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("phase: \"enforce\"", to: "phase: \"measure\"") }
        }
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.blurred())
            #expect(answer.string("verdict") == "reject")
            #expect(answer.string("outcome") == "sent")
            #expect(answer.reasons?.first == "too_blurry")
            #expect(answer.reasons?.last == "measure_phase")
            let record = try #require(try await server.decisions().first)
            #expect(record.verdict == .reject)
            #expect(record.outcome == .sent)
            #expect(record.auditPropensity == nil)
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func sendsEverythingWithoutAGate() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("gate: {", to: "gate: { enabled: false,") }
        }
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.blurred())
            #expect(answer.string("verdict") == "send")
            #expect(answer.string("outcome") == "sent")
            #expect(answer.reasons == ["gate_disabled"])
            #expect(answer["gate"]?.isNull == true)
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func borrowsNoThresholdsFromAnotherScoreSpace() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("scoreSpace: \"torii/1\"", to: "scoreSpace: \"apple-vision/18\"") }
        }
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.blurred())
            #expect(answer.string("verdict") == "send")
            #expect(answer.string("outcome") == "sent")
            #expect(answer.reasons == ["unknown_score_space"])
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func drawsAuditsWithTheRandomnessItIsGiven() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("auditShare: 0", to: "auditShare: 0.05") }
        }
        try await ServerUnderTest.run(setup) { server in
            server.randomness.withLock { $0 = 0 }
            let drawn = try await server.upload(Pictures.blurred(30))
            #expect(drawn.string("verdict") == "reject")
            #expect(drawn.string("outcome") == "sent")
            #expect(drawn.reasons?.last == "audit")
            server.randomness.withLock { $0 = .max }
            let kept = try await server.upload(Pictures.blurred(50))
            #expect(kept.string("outcome") == "rejected")
            #expect(kept.reasons?.contains("audit") == false)
            let propensities = try await server.decisions().map(\.auditPropensity)
            #expect(propensities == [0.05, nil])
            try await server.expectLedger(decisions: 2, attempts: 1)
        }
    }
}
