import Economics
import Ledger
import Platform
import Policy
import TestSupport
import Testing

@testable import Server

/// From nothing to a running server, and to its end.
struct StartTests {
    @Test(.timeLimit(.minutes(10)))
    func makesTheFolderItsFirstRevision() async throws {
        try await ServerUnderTest.run { server in
            let revision = try #require(try await server.store.latestRevision())
            #expect(revision.number == 1)
            #expect(revision.from == "first-start")
            #expect(revision.documents == (try PolicyDocuments.documents()))
            #expect(revision.revenue.map(\.profile) == ["android", "ios"])
            let ready = try await server.get("/readyz")
            #expect(ready.status == 200)
            #expect(ready.string("status") == "ready")
            #expect(ready.integer("policyRevision") == 1)
            #expect(server.server.recovery == Recovery(holdsSettled: 0, decisionsCompleted: 0))
        }
    }

    /// Files are proposals: what is in force stays so, whatever the folder says now.
    @Test(.timeLimit(.minutes(10)))
    func startsWithTheRevisionInForce() async throws {
        let clock = ManualClock()
        let store = MemoryStore()
        let desk = PolicyDesk(store: store, clock: clock.wallClock)
        for sharpness in ["0.2", "0.3"] {
            let documents = try PolicyDocuments.documents { path, text in
                if path == "ios.json5" { try text.change("min: 0.18", to: "min: \(sharpness)") }
            }
            let outcome = try await desk.apply(
                PolicyDesk.Proposal(documents: documents, by: "ada", from: "cli", reason: "", base: nil)
            )
            guard case .applied = outcome else {
                Issue.record("not applied: \(outcome)")
                return
            }
        }
        var setup = ServerUnderTest.Setup()
        setup.store = store
        setup.clock = clock
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.blurred())
            #expect(answer.headers["torii-policy-revision"] == "2")
            #expect(answer["gate.thresholds.sharpness"]?.double == 0.3)
        }
    }

    /// A crash between dispatch and settlement: the hold is settled in full, and the upload has its decision.
    @Test(.timeLimit(.minutes(10)))
    func settlesWhatACrashLeftOpen() async throws {
        let clock = ManualClock()
        let store = MemoryStore()
        let now = clock.wallClock.now()
        let zone = try TimeZones.offsets(of: "Asia/Tokyo")
        let amount = Money(nanoUSD: 2_000_000)
        let hold = HoldRequest(
            decisionID: "01CRASHED",
            attempt: 1,
            profile: "ios",
            revision: 1,
            model: "gemini-3.5-flash-lite",
            tier: "standard",
            priceID: "gemini-3.5-flash-lite/standard/2026-07-21",
            amount: amount,
            windows: [
                CapWindow(
                    holder: .profile("ios"),
                    window: .containing(now, kind: .day, zone: zone),
                    limit: Money(nanoUSD: 3_000_000_000)
                ),
                CapWindow(holder: .profile("ios"), window: .containing(now, kind: .month, zone: zone), limit: nil),
            ],
            at: now,
            hour: zone.startOfHour(now)
        )
        #expect(try await store.reserve(hold) == .held)
        var setup = ServerUnderTest.Setup()
        setup.store = store
        setup.clock = clock
        try await ServerUnderTest.run(setup) { server in
            #expect(server.server.recovery == Recovery(holdsSettled: 1, decisionsCompleted: 1))
            let decision = try await server.get("/v1/decisions/01CRASHED")
            #expect(decision.string("outcome") == "failed")
            #expect(decision.strings("reasons") == ["interrupted"])
            #expect(decision.integer("cost.nanoUSD") == 2_000_000)
            #expect(decision["attempts.0.uncertain"]?.bool == true)
            #expect(decision["answer"]?.isNull == true)
            let metrics = try Metrics(try await server.get("/metrics").text)
            #expect(metrics[#"torii_cost_uncertain_usd{profile="ios",window="day"}"#] == "0.002000000")
            #expect(metrics[#"torii_budget_held_usd{profile="ios",window="day"}"#] == "0.000000000")
            #expect(metrics[#"torii_decisions_total{profile="ios",outcome="failed",reason="interrupted"}"#] == "1")
            let verification = try await server.store.verification()
            #expect(verification.differences == [])
            #expect(verification.settled == amount)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func saysThatItDrains() async throws {
        try await ServerUnderTest.run { server in
            server.server.service.beginDraining()
            let ready = try await server.get("/readyz")
            #expect(ready.status == 503)
            #expect(ready["draining"]?.bool == true)
            #expect(ready.string("ledger") == "ok")
            // It still lives.
            #expect(try await server.get("/healthz").status == 200)
        }
    }

    /// Uploads in flight end, and are settled, before the ledger closes.
    @Test(.timeLimit(.minutes(10)))
    func letsUploadsInFlightEnd() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: {}, action: { hold: \"release\" } } ] }"
        let store = MemoryStore()
        setup.store = FailingStore(store)
        try await ServerUnderTest.run(setup) { server in
            async let answer = server.upload(Pictures.sharp(seed: 61))
            try await eventually { server.emulator.held == 1 }
            async let stopped: Void = server.server.stop(grace: .seconds(60))
            try await eventually { server.server.service.isDraining.load(ordering: .relaxed) }
            server.emulator.release()
            #expect(try await answer.string("outcome") == "sent")
            await stopped
            await #expect(throws: LedgerError.self) { _ = try await store.latestRevision() }
        }
    }

    private static func start(
        _ documents: [PolicyDocument],
        store: any LedgerStore = MemoryStore(),
        port: Int = 0
    ) async throws(StartError) -> RunningServer {
        try await RunningServer(
            RunningServer.Configuration(
                port: port,
                geminiBaseURL: "http://127.0.0.1:1",
                geminiKey: "key",
                build: "test"
            ),
            store: store,
            firstPolicy: documents,
            clock: ManualClock().wallClock,
            log: .silent
        )
    }

    @Test(.timeLimit(.minutes(10)))
    func doesNotStartOnAFolderWithErrors() async throws {
        let wrong = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("phase: \"enforce\"", to: "phase: \"enfroce\"") }
        }
        let error = await #expect(throws: StartError.self) { _ = try await Self.start(wrong) }
        #expect(error?.message == "the policy folder has errors")
        #expect(error?.diagnostics.contains { $0.file == "ios.json5" && $0.field == "phase" } == true)
    }

    @Test(.timeLimit(.minutes(10)))
    func doesNotStartOnATakenPort() async throws {
        try await ServerUnderTest.run { server in
            let documents = try PolicyDocuments.documents()
            let error = await #expect(throws: StartError.self) {
                _ = try await Self.start(documents, port: server.server.port)
            }
            #expect(error?.diagnostics.isEmpty == true)
            #expect(error?.message.contains("\(server.server.port)") == true)
        }
    }

    /// A revision that was once good and no longer reads is a defect, not a reason to take another.
    @Test(.timeLimit(.minutes(10)))
    func doesNotStartOnARevisionThatNoLongerReads() async throws {
        let store = MemoryStore()
        try await store.append(
            RevisionRecord(
                number: 1,
                at: .seconds(1_795_000_000),
                by: "ada",
                from: "cli",
                reason: "",
                documents: [PolicyDocument(path: "ios.json5", bytes: Array("{".utf8))],
                revenue: []
            )
        )
        let documents = try PolicyDocuments.documents()
        let error = await #expect(throws: StartError.self) { _ = try await Self.start(documents, store: store) }
        #expect(error?.message.contains("revision 1 no longer reads") == true)
    }

    @Test func readsThePoliciesOfAFolderInOrder() throws {
        let paths = try PolicyFolder.documents(in: PolicyDocuments.root + "/policies").map(\.path)
        #expect(paths == paths.sorted())
        #expect(Set(["android.json5", "ios.json5", "models.json5", "prices.json5"]).isSubset(of: paths))
        #expect(paths.contains("contracts/wallpaper.json5"))
        #expect(paths.allSatisfy { $0.hasSuffix(".json5") })
        #expect(throws: PlatformError.self) { _ = try PolicyFolder.documents(in: "/nowhere") }
    }
}
