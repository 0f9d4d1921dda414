import Documents
import Economics
import Ledger
import Platform
import Policy
import TestSupport
import Testing

@testable import Server

/// `POST /v1/profiles/{name}:plan`: what a document would have made of what was recorded.
struct PlanRouteTests {
    private static func plan(
        _ server: ServerUnderTest,
        _ edits: [(String, String)],
        _ more: [JSON.Member] = []
    ) async throws -> Answer {
        let shown = try await server.get("/v1/profiles/ios", key: ServerUnderTest.adminKey)
        var text = try #require(shown.string("document.text"))
        for (old, new) in edits { try text.change(old, to: new) }
        let body = JSON.object([.init("document", .string(text))] + more)
        return try await server.request(
            "POST",
            "/v1/profiles/ios:plan",
            key: ServerUnderTest.adminKey,
            body: body.encoded()
        )
    }

    @Test(.timeLimit(.minutes(10)))
    func judgesRecordedUploadsAnewAndChangesNothing() async throws {
        try await ServerUnderTest.run { server in
            let blurred = try await server.upload(Pictures.blurred())
            let id = try #require(blurred.decision)
            #expect(blurred.string("outcome") == "rejected")
            let answer = try await Self.plan(
                server,
                [("min: 0.18, floor: 0.05", "min: 0, floor: 0")],
                [.init("changed", true), .init("base", 1)]
            )
            #expect(answer.status == 200)
            #expect(answer.string("schema") == "torii.plan/1")
            #expect(answer.integer("base") == 1)
            #expect(answer.integer("profiles.0.uploads") == 1)
            #expect(answer.integer("profiles.0.today.rejected") == 1)
            #expect(answer.integer("profiles.0.proposed.rejected") == 0)
            #expect(answer["profiles.0.proposed.sendRate"]?.double == 1)
            #expect(answer.string("profiles.0.changes.0.from") == "too_blurry")
            #expect(answer.string("profiles.0.changes.0.to") == "sent")
            #expect(answer.strings("profiles.0.changed") == [id])
            #expect(answer["profiles.0.wholeDays"]?.isNull == true)
            #expect(answer["brokenLimits"]?.array?.isEmpty == true)
            #expect(answer.integer("diff.changes.0.after") == nil)
            // Rejected: nothing of it came from the emulator.
            #expect(answer["emulated"]?.bool == false)
            _ = try await server.upload(Pictures.sharp(seed: 1))
            let emulated = try await Self.plan(server, [("min: 0.18, floor: 0.05", "min: 0, floor: 0")])
            #expect(emulated["emulated"]?.bool == true)
            #expect(try await server.store.latestRevision()?.number == 1)
        }
    }

    /// A dial that is switched on has other thresholds than the document, and without a certificate next to none.
    @Test(.timeLimit(.minutes(10)))
    func saysThatADialDoesNotUseTheDocumentsThresholds() async throws {
        try await ServerUnderTest.run { server in
            _ = try await server.upload(Pictures.blurred())
            let on = try await Self.plan(server, [("mode: \"off\"", "mode: \"auto\"")])
            let notes = on.strings("profiles.0.notes")
            #expect(notes?.count == 2)
            #expect(notes?.last?.hasPrefix("until 63,000 answers of 7 days are certified") == true)
            let other = try await Self.plan(server, [("min: 0.18, floor: 0.05", "min: 0, floor: 0")])
            #expect(other.strings("profiles.0.notes") == [])
        }
    }

    /// Of the documents in force, with one change to those of `ios`.
    private static func plan(_ old: String, to new: String, on server: ServerUnderTest) async throws -> PolicyPlan {
        let clock = server.clock.wallClock
        let live = try #require(try await PolicyDesk(store: server.store, clock: clock).current())
        let documents = try live.revision.documents.map { document in
            var text = String(decoding: document.bytes, as: UTF8.self)
            if document.path == "ios.json5" { try text.change(old, to: new) }
            return PolicyDocument(path: document.path, bytes: Array(text.utf8))
        }
        let reading = PolicyReader.read(documents, knownZones: TimeZones.known, now: clock.now())
        return try await PolicyPlan.made(
            live: live,
            proposed: (documents, try #require(reading.set)),
            window: .days(7),
            store: server.store,
            now: clock.now()
        )
    }

    /// Nothing in the replay changes, and much does: the table says which figures it cannot know.
    @Test(.timeLimit(.minutes(10)))
    func showsWhatADialWouldHoldBesideWhatIsReplayed() async throws {
        try await ServerUnderTest.run { server in
            for seed in 1...2 as ClosedRange<UInt64> { _ = try await server.upload(Pictures.sharp(seed: seed)) }
            let plan = try await Self.plan("mode: \"off\"", to: "mode: \"auto\"", on: server)
            let text = try plan.text(showsUnchanged: false)
            #expect(text.contains("\n  no whole day is recorded yet: replayed is today so far\n"))
            let rows = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
            #expect(rows.contains("with its dial 46.6 % once certified"))
            let spend = try #require(plan.profiles.first?.proposed.spend.nanoUSD)
            let held = Money(nanoUSD: Int64((Double(spend) * 0.466).rounded())).formatted()
            #expect(rows.contains("with its dial ~\(held) USD as many sends as its target"))
            let fate = "upload would have had another fate; what the dial does is not replayed."
            #expect(rows.contains("By the thresholds of the documents no \(fate)"))
            #expect(!text.contains("No upload would"))
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func showsKeptPicturesOnItsPage() async throws {
        let folder = try TemporaryFolder()
        var setup = ServerUnderTest.Setup()
        setup.data = folder.path
        try await ServerUnderTest.run(setup) { server in
            let id = try #require(try await server.upload(Pictures.blurred()).decision)
            let shelf = ThumbnailShelf(data: folder.path)
            try await shelf.put([1, 2, 3], decisionID: id)
            let plan = try await Self.plan("min: 0.18, floor: 0.05", to: "min: 0, floor: 0", on: server)
            let thumbnails = await plan.thumbnails(in: shelf)
            #expect(thumbnails == [id: [1, 2, 3]])
            #expect(try plan.html(thumbnails: thumbnails).contains("src=\"data:image/jpeg;base64,AQID\""))
            #expect(try !plan.html().contains("<img"))
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func projectsAMonthFromWholeDays() async throws {
        try await ServerUnderTest.run { server in
            _ = try await server.upload(Pictures.blurred())
            server.clock.advance(seconds: 2 * 86_400)
            let answer = try await Self.plan(server, [("ecpm: \"", "ecpm: \"1")], [.init("days", 3)])
            #expect(answer.status == 200)
            let whole = try #require(answer.integer("profiles.0.wholeDays"))
            #expect(whole == 2)
            let window = try #require(answer.integer("profiles.0.proposed.margin.nanoUSD"))
            let month = try #require(answer.integer("profiles.0.proposed.marginPerMonth.nanoUSD"))
            #expect(month == window * 15)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func refusesWhatCannotBePlanned() async throws {
        try await ServerUnderTest.run { server in
            #expect(try await Self.plan(server, [], [.init("base", 7)]).status == 409)
            #expect(try await Self.plan(server, [], [.init("days", 0)]).status == 400)
            // Programs without integers write them so.
            #expect(try await Self.plan(server, [], [.init("base", 1.0), .init("days", 3.0)]).status == 200)
            #expect(try await Self.plan(server, [], [.init("base", 1.5)]).status == 400)
            #expect(try await Self.plan(server, [], [.init("day", 1)]).status == 400)
            #expect(try await Self.plan(server, [("phase:", "fase:")]).string("code") == "policy_refused")
            let body: JSON = ["document": "{}"]
            let absent = try await server.request(
                "POST",
                "/v1/profiles/web:plan",
                key: ServerUnderTest.adminKey,
                body: body.encoded()
            )
            #expect(absent.status == 404)
        }
    }
}
