import Control
import Documents
import Gate
import Imaging
import Ledger
import OwnPictures
import Platform
import Policy
import SQLiteLedger
import TestSupport
import Testing

@testable import Server

/// Answers that near duplicates share.
struct NearCacheTests {
    /// A copy of a picture that was made smaller: other bytes, nearly the same look.
    private static func copy(_ picture: [UInt8], maxSide: Int = 256) throws -> [UInt8] {
        try ImageEncoder.jpeg(ImageDecoder.image(from: picture, maxSide: maxSide), quality: 0.8)
    }

    /// `cache` of both profiles; no re-checks unless it names them.
    private static func setup(
        _ cache: String = "near: true, nearRecheck: 0",
        edit: (_ path: String, _ text: inout String) throws -> Void = { _, _ in }
    ) throws -> ServerUnderTest.Setup {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" || path == "android.json5" { try text.change("near: false", to: cache) }
            try edit(path, &text)
        }
        return setup
    }

    private static func distance(_ a: [UInt8], _ b: [UInt8]) throws -> Int {
        let looks = try [a, b].map { PictureLook(try ImageDecoder.image(from: $0)) }
        try #require(looks.allSatisfy { $0.isTelling })
        return PerceptualHash.distance(looks[0].hash.words, looks[1].hash.words)
    }

    @Test(.timeLimit(.minutes(10)))
    func answersACopyInEveryProfileWithTheAnswerOfItsOriginal() async throws {
        let picture = try Pictures.sharp(seed: 81)
        let distance = try Self.distance(picture, Self.copy(picture))
        try await ServerUnderTest.run(Self.setup()) { server in
            let first = try await server.upload(picture)
            #expect(first.string("outcome") == "sent")
            for (profile, copy) in [("ios", try Self.copy(picture)), ("android", try Self.copy(picture) + [0])] {
                let again = try await server.upload(copy, profile: profile)
                #expect(again.string("outcome") == "cached")
                #expect(again.string("source") == "cache")
                #expect(again.reasons == ["near_cache"])
                #expect(again["verdict"]?.isNull == true)
                #expect(again.integer("cost.nanoUSD") == 0)
                #expect(again["classification"].map(JSON.init) == first["classification"].map(JSON.init))
                let record = try #require(try await server.decisions().last)
                #expect(record.donor == Donor(decisionID: try #require(first.decision), distance: distance))
                #expect(!record.judged)
            }
            // Its own bytes have no answer of their own: what a near duplicate got is not passed on as theirs.
            #expect(try await server.upload(Self.copy(picture)).reasons == ["near_cache"])
            #expect(try await server.store.answerLooks().count == 1)
            try await server.expectLedger(decisions: 4, attempts: 1)
        }
    }

    /// As far as the profile says, and not a bit further.
    @Test(.timeLimit(.minutes(10)), arguments: [0, -1])
    func findsNothingBeyondTheDistanceOfTheProfile(change: Int) async throws {
        let picture = try Pictures.sharp(seed: 82)
        let copy = try Self.copy(picture, maxSide: 96)
        let distance = try Self.distance(picture, copy)
        try #require((1...31).contains(distance))
        let cache = "near: true, nearRecheck: 0, nearDistance: \(distance + change)"
        let setup = try Self.setup(cache) { path, text in
            if path == "ios.json5" { try text.change("phase: \"enforce\"", to: "phase: \"measure\"") }
        }
        try await ServerUnderTest.run(setup) { server in
            #expect(try await server.upload(picture).string("outcome") == "sent")
            let again = try await server.upload(copy)
            #expect(again.string("outcome") == (change == 0 ? "cached" : "sent"))
            let metrics = try Metrics(await server.get("/metrics", key: ServerUnderTest.readKey).text)
            let lookups = ["hit", "miss", "failed", "plain"].map {
                metrics[#"torii_cache_lookups_total{profile="ios",kind="near",result="\#($0)"}"#]
            }
            #expect(lookups == (change == 0 ? ["1", "1", "0", "0"] : ["0", "2", "0", "0"]))
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func sharesNothingUnlessTheProfileSaysSo() async throws {
        try await ServerUnderTest.run { server in
            let picture = try Pictures.sharp(seed: 83)
            #expect(try await server.upload(picture).string("outcome") == "sent")
            #expect(try await server.upload(Self.copy(picture)).string("outcome") == "sent")
            #expect(try await server.store.answerLooks() == [])
            #expect(try await server.decisions().map(\.donor) == [nil, nil])
        }
    }

    /// Blank pictures look alike whatever they show.
    @Test(.timeLimit(.minutes(10)))
    func sharesNoAnswerOfAPictureThatIsTooPlain() async throws {
        let setup = try Self.setup { path, text in
            if path == "ios.json5" { try text.change("phase: \"enforce\"", to: "phase: \"measure\"") }
        }
        try await ServerUnderTest.run(setup) { server in
            #expect(try await server.upload(Pictures.blank(128)).string("outcome") == "sent")
            #expect(try await server.upload(Pictures.blank(129)).string("outcome") == "sent")
            #expect(try await server.store.answerLooks() == [])
            let metrics = try Metrics(await server.get("/metrics", key: ServerUnderTest.readKey).text)
            #expect(metrics[#"torii_cache_lookups_total{profile="ios",kind="near",result="plain"}"#] == "2")
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func sharesNoAnswerToAnotherQuestion() async throws {
        let setup = try Self.setup { path, text in
            if path == "android.json5" { try text.change("language: \"en\"", to: "language: \"ja\"") }
        }
        try await ServerUnderTest.run(setup) { server in
            let picture = try Pictures.sharp(seed: 84)
            #expect(try await server.upload(picture).string("outcome") == "sent")
            #expect(try await server.upload(Self.copy(picture), profile: "android").string("outcome") == "sent")
            // Now there is one to each.
            let copies = [try Self.copy(picture) + [0], try Self.copy(picture) + [1]]
            #expect(try await server.upload(copies[0], profile: "android").reasons == ["near_cache"])
            #expect(try await server.upload(copies[1], profile: "ios").reasons == ["near_cache"])
        }
    }

    /// The gate decodes for nobody, yet looks are taken, and the decoded picture goes to the model.
    @Test(.timeLimit(.minutes(10)))
    func worksWithoutAGate() async throws {
        let setup = try Self.setup { path, text in
            if path == "ios.json5" { try text.change("gate: {", to: "gate: {\n    enabled: false,") }
        }
        try await ServerUnderTest.run(setup) { server in
            let picture = try Pictures.sharp(seed: 85)
            #expect(try await server.upload(picture).reasons == ["gate_disabled"])
            #expect(try await server.upload(Self.copy(picture)).reasons == ["near_cache"])
            let cut = Array(picture.prefix(picture.count / 3))
            #expect(try await server.upload(cut).string("code") == "undecodable_image")
        }
    }

    /// A copy of one of our own is our own, whatever its original was taken for.
    @Test(.timeLimit(.minutes(10)))
    func knowsOurOwnPicturesFirst() async throws {
        let folder = try TemporaryFolder()
        var setup = try Self.setup()
        setup.data = folder.path
        try await ServerUnderTest.run(setup) { server in
            let picture = try Pictures.sharp(seed: 86)
            #expect(try await server.upload(picture).string("outcome") == "sent")
            #expect(try await server.upload(Self.copy(picture)).reasons == ["near_cache"])
            var book = try OwnPictureBook(data: folder.path)
            #expect(book.add(try ImageDecoder.image(from: picture)) == .added)
            try book.write()
            #expect(try await server.upload(Self.copy(picture) + [0]).reasons == ["own_watermark"])
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func keepsItsAnswersThroughARestart() async throws {
        let folder = try TemporaryFolder()
        let picture = try Pictures.sharp(seed: 87)
        var setup = try Self.setup()
        setup.store = try await SQLiteStore.open(folder: folder.path)
        try await ServerUnderTest.run(setup) { server in
            let first = try await server.upload(picture)
            #expect(first.string("outcome") == "sent")
        }
        setup.store = try await SQLiteStore.open(folder: folder.path)
        try await ServerUnderTest.run(setup) { server in
            #expect(try await server.upload(Self.copy(picture)).reasons == ["near_cache"])
            let verification = try await server.store.verification()
            #expect(verification.differences == [])
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func doesWithoutALedgerThatDoesNotAnswer() async throws {
        let store = FailingStore()
        var setup = try Self.setup()
        setup.store = store
        try await ServerUnderTest.run(setup) { server in
            let picture = try Pictures.sharp(seed: 88)
            #expect(try await server.upload(picture).string("outcome") == "sent")
            store.fail([.cached])
            #expect(try await server.upload(Self.copy(picture)).string("outcome") == "sent")
            #expect(server.log.messages.contains("near duplicates not looked up"))
        }
    }

    // MARK: Re-checks

    /// Whether an upload is drawn depends on its bytes alone.
    private static func isDrawn(_ body: [UInt8], share: Double) -> Bool {
        let bits = Crypto.sha256(body).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return AuditDraw.isDrawn(share: share, randomness: bits)
    }

    @Test(.timeLimit(.minutes(10)))
    func sendsTheShareThatTheHashDraws() async throws {
        let picture = try Pictures.sharp(seed: 89)
        // The same pixels, of which the emulator says the same.
        let copies = (0..<12).map { picture + [UInt8($0)] }
        let drawn = copies.map { Self.isDrawn($0, share: 0.5) }
        try #require(Set(drawn) == [true, false])
        try await ServerUnderTest.run(Self.setup("near: true, nearRecheck: 0.5")) { server in
            let first = try await server.upload(picture)
            for (copy, isDrawn) in zip(copies, drawn) {
                let answer = try await server.upload(copy)
                #expect(answer.string("outcome") == (isDrawn ? "sent" : "cached"))
                let record = try #require(try await server.decisions().last)
                #expect(record.donor?.agrees == (isDrawn ? true : nil))
                #expect(record.judged == isDrawn)
            }
            #expect(try await server.decisions()[1].donor?.decisionID == first.decision)
            let sent = drawn.count { $0 }
            let metrics = try Metrics(await server.get("/metrics", key: ServerUnderTest.readKey).text)
            #expect(metrics[#"torii_near_rechecks_total{profile="ios",result="same"}"#] == "\(sent)")
            #expect(metrics[#"torii_near_rechecks_total{profile="ios",result="other"}"#] == "0")
            try await server.expectLedger(decisions: 13, attempts: 1 + sent)
        }
    }

    /// Puts another answer in the place of that of a decision.
    private static func falsify(_ server: ServerUnderTest, _ decisionID: String) async throws {
        let looks = try await server.store.answerLooks()
        let keys = try await server.store.removeAnswers(of: decisionID)
        let key = try #require(keys.first)
        try await server.store.keep(
            CachedAnswer(
                key: key,
                classification: Array(#"{"primaryCategory":"no such category"}"#.utf8),
                modelVersion: "gemini-3.5-flash-lite",
                decisionID: decisionID,
                emulated: true,
                at: server.clock.wallClock.now()
            )
        )
        for look in looks { try await server.store.keep(look) }
    }

    @Test(.timeLimit(.minutes(10)))
    func countsAnswersThatDifferAndShowsThemEverywhere() async throws {
        let pictures = try (0..<2).map { try Pictures.sharp(seed: 90 + $0) }
        try await ServerUnderTest.run(Self.setup("near: true, nearRecheck: 1")) { server in
            let first = try #require(try await server.upload(pictures[0]).decision)
            _ = try await server.upload(pictures[1])
            try await Self.falsify(server, first)
            let other = try await server.upload(Self.copy(pictures[0]))
            let same = try await server.upload(pictures[1] + [0])
            #expect([other, same].map { $0.string("outcome") } == ["sent", "sent"])
            #expect(other.string("classification.primaryCategory") != "no such category")
            #expect(try await server.decisions().map(\.donor?.agrees) == [nil, nil, false, true])

            let metrics = try Metrics(await server.get("/metrics", key: ServerUnderTest.readKey).text)
            #expect(metrics[#"torii_near_rechecks_total{profile="ios",result="same"}"#] == "1")
            #expect(metrics[#"torii_near_rechecks_total{profile="ios",result="other"}"#] == "1")
            let report = try await server.get("/v1/reports/economics", key: ServerUnderTest.readKey).text
            #expect(report.contains(#/near duplicates re-checked .* 2 +these were sent/#))
            #expect(report.contains(#/other category .*50\.0[0-9]* % +1 of 2/#))
            let json = try await server.get("/v1/reports/economics?format=json", key: ServerUnderTest.readKey)
            #expect(json.integer("totals.nearCompared") == 2)
            #expect(json.integer("totals.nearDisagreed") == 1)
            let screen = try await server.get("/dashboard?height=60", key: ServerUnderTest.readKey).text
            #expect(screen.contains(#/near re-checked .*2/#))
            #expect(screen.contains(#/other category .*50\.0[0-9]* %/#))
            let why = try await server.get("/v1/decisions/\(other.decision ?? "")?format=text").text
            #expect(why.contains(#/re-checked +drawn in spite of decision .+: the cloud names another category/#))
        }
    }

    /// Drawn, and then nobody was asked.
    @Test(.timeLimit(.minutes(10)))
    func comparesNothingWithoutAnAnswerOfTheCloud() async throws {
        let folder = try TemporaryFolder()
        var setup = try Self.setup("near: true, nearRecheck: 1")
        setup.data = folder.path
        try await ServerUnderTest.run(setup) { server in
            let picture = try Pictures.sharp(seed: 9)
            #expect(try await server.upload(picture).string("outcome") == "sent")
            _ = try await server.control("freeze", ["reason": "a test"])
            #expect(try await server.upload(picture + [0]).string("outcome") == "local")
            let donor = try #require(try await server.decisions().last?.donor)
            #expect(donor.distance == 0)
            #expect(donor.agrees == nil)
        }
    }

    // MARK: Figures and purges

    @Test(.timeLimit(.minutes(10)))
    func standsInTheReportBetweenCacheAndGateAndAddsUp() async throws {
        try await ServerUnderTest.run(Self.setup()) { server in
            let picture = try Pictures.sharp(seed: 92)
            for body in [picture, try Self.copy(picture), picture, try Pictures.blurred(3)] {
                _ = try await server.upload(body)
            }
            let json = try await server.get("/v1/reports/economics?format=json", key: ServerUnderTest.readKey)
            func nano(_ name: String) throws -> Int64 { try #require(json.integer("totals.\(name)NanoUSD")) }
            let later = try ["Resolution", "Side", "Model", "Tier"].map { try nano("saved" + $0) }.reduce(0, +)
            let unit = try nano("cost") + later
            #expect(try ["savedCache", "savedNear", "savedGate"].map(nano) == [unit, unit, unit])
            #expect(try nano("saved") == 3 * unit + later)
            #expect(try nano("baseline") == nano("cost") + nano("saved"))
            #expect(json.integer("totals.cached") == 2)
            #expect(json.integer("totals.nearCached") == 1)
            let report = try await server.get("/v1/reports/economics?exact", key: ServerUnderTest.readKey).text
            #expect(report.contains(#/of a near duplicate .*1\n/#))
            #expect(report.contains(#/\n  near .*-0\.000/#))
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["hash", "all", "decision"])
    func asksAgainOnceAnAnswerIsPurged(target: String) async throws {
        let folder = try TemporaryFolder()
        var setup = try Self.setup()
        setup.data = folder.path
        try await ServerUnderTest.run(setup) { server in
            let (picture, stranger) = (try Pictures.sharp(seed: 93), try Pictures.sharp(seed: 94))
            let first = try #require(try await server.upload(picture).decision)
            _ = try await server.upload(stranger)
            #expect(try await server.upload(Self.copy(picture)).reasons == ["near_cache"])
            let hash = PerceptualHash(try ImageDecoder.image(from: picture)).words.littleEndianBytes
            let arguments: JSON =
                switch target {
                case "hash": ["hash": .string(Encoding.hex(hash)), "within": 8]
                case "all": ["all": true]
                default: ["decision": .string(first)]
                }
            let purged = try await server.control("cache/purge", arguments)
            #expect(purged.string("outcome") == "purged")
            #expect(purged.integer("removed") == (target == "all" ? 2 : 1))
            #expect(try await server.upload(Self.copy(picture)).string("outcome") == "sent")
            let other = try await server.upload(Self.copy(stranger))
            #expect(other.string("outcome") == (target == "all" ? "sent" : "cached"))
            // Its own bytes keep their answer, unless that itself was to go: then it gets its copy's.
            #expect(try await server.upload(picture).reasons == [target == "decision" ? "near_cache" : "exact_cache"])
        }
    }

    /// An answer that is gone from the ledger is found no more, and its look goes too.
    @Test(.timeLimit(.minutes(10)))
    func doesWithoutAnAnswerThatIsGone() async throws {
        try await ServerUnderTest.run(Self.setup()) { server in
            let picture = try Pictures.sharp(seed: 95)
            let first = try #require(try await server.upload(picture).decision)
            _ = try await server.store.removeAnswers(of: first)
            #expect(server.server.service.gateway.near.count == 1)
            #expect(try await server.upload(Self.copy(picture)).string("outcome") == "sent")
            #expect(server.server.service.gateway.near.count == 1)
            #expect(try await server.upload(Self.copy(picture) + [0]).reasons == ["near_cache"])
        }
    }
}
