import Documents
import Ledger
import Platform
import Policy
import SQLiteLedger
import TestSupport
import Testing

@testable import Control
@testable import Server

/// Dials at work in a whole server: devices ask by the thousand, and the share that is told to send is the target's.
@Suite("Dials at work")
struct DialTests {
    private static let name = DialName(profile: "ios", space: "apple-vision/18", isAsked: true)
    private static let target = 0.466

    private static func setup(
        _ folder: TemporaryFolder,
        store: any LedgerStore = MemoryStore(),
        mode: String = "auto"
    ) throws -> ServerUnderTest.Setup {
        var setup = ServerUnderTest.Setup()
        setup.store = store
        setup.data = folder.path
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("mode: \"off\"", to: "mode: \"\(mode)\"") }
        }
        return setup
    }

    /// A dial that a measure week of this traffic has brought to `hold`, as it rests between two runs.
    private static func keep(in folder: TemporaryFolder) throws { try keep(begun(), name, in: folder) }

    private static func keep(
        _ controller: StrictnessController,
        _ name: DialName,
        in folder: TemporaryFolder,
        meanCost: Int64 = 0
    ) throws {
        let memory = DialMemory(name: name, controller: controller, meanCost: meanCost, ahead: Ahead())
        let shelf = MemoryShelf(folder: folder.path, log: .silent)
        try FileContent.write(Crypto.sha256(memory.bytes) + memory.bytes, to: shelf.path(name))
    }

    private static func begun() throws -> StrictnessController {
        let set = try #require(
            PolicyReader.read(
                PolicyDocuments.documents(),
                knownZones: TimeZones.known,
                now: .seconds(1_795_000_000)
            ).set
        )
        let profile = try #require(set.profiles["ios"])
        var options = Simulation.Options()
        options.audits = 0
        let week = PresetTraffic.week(target: target, seed: 3)
        return Simulation(profile: profile, options: options, week: week).controller
    }

    private static func report(_ row: TraceRow) -> String {
        let label = row.coarse == .abstract ? "textile" : "dog"
        return """
            {"scoreSpace":"apple-vision/18","scores":{"sharpness":\(row.sharpness ?? 0),\
            "attentionArea":\(row.attentionArea ?? 0),"objectnessArea":\(row.objectnessArea ?? 0)},\
            "labels":[{"id":"\(label)","confidence":0.9}]}
            """
    }

    /// Asks about so many uploads; true for each that is to be sent.
    private static func ask(
        _ server: ServerUnderTest,
        _ traffic: inout PresetTraffic,
        _ count: Int
    ) async throws -> [Bool] {
        var sends: [Bool] = []
        while sends.count < count {
            let rows = (0..<min(500, count - sends.count)).compactMap { _ in traffic.next() }
            let answer = try await server.request(
                "POST",
                "/v1/gate:batch",
                key: ServerUnderTest.clientKey,
                headers: [(name: "Torii-Profile", value: "ios")],
                body: Array(rows.map(report).joined(separator: "\n").utf8)
            )
            for line in answer.text.split(separator: "\n") {
                let root = try #require(DocumentReader.read(Array(line.utf8), file: "answer", dialect: .json).root)
                sends.append(root["verdict"]?.string == "send")
            }
            server.clock.advance(seconds: 60)
        }
        return sends
    }

    private static func standing(_ server: ServerUnderTest) -> StrictnessDesk.Standing? {
        let service = server.server.service
        return service.gateway.strictness.standings(service.policies.snapshots).first { $0.name == name }
    }

    @Test(.timeLimit(.minutes(10)))
    func holdsTheTargetAndCanBeReplayed() async throws {
        let folder = try TemporaryFolder()
        try Self.keep(in: folder)
        try await ServerUnderTest.run(Self.setup(folder)) { server in
            let before = try #require(Self.standing(server))
            #expect(before.state == .hold)
            // The preset has no own marks among what devices report: their share would be sent elsewhere.
            var traffic = PresetTraffic(.stationary, target: Self.target, seed: 5)
            let sends = try await Self.ask(server, &traffic, 6000)
            #expect(sends.count == 6000)
            // No clamp stood in the way: what is owed is bounded, whatever came.
            let after = try #require(Self.standing(server))
            #expect(after.state == .hold)
            let sent = sends.count { $0 }
            #expect(abs(Double(sent) - Self.target * 6000) <= 61 + Double(after.clamped - before.clamped))
            let windows = stride(from: 1000, through: 5000, by: 100).map { start in
                abs(Double(sends[start..<start + 1000].count { $0 }) / 1000 - Self.target)
            }
            #expect(windows.reduce(0, +) / Double(windows.count) <= 0.0045 * 2)

            // Every row says what it was judged by, and the judge agrees.
            let rows = try await server.store.recentDecisions(limit: 10_000, profile: "ios")
            #expect(rows.count == 6000)
            let numbers = Set(rows.compactMap { $0.control?.number })
            #expect(numbers == Set(Int64(before.judged)..<Int64(before.judged + 6000)))
            for row in rows {
                let scores = try #require(GateScores(row))
                let thresholds = try #require(row.thresholds)
                #expect((scores.isRejected(by: thresholds) ? Verdict.reject : .send) == row.verdict)
                #expect(row.control?.state == "hold")
            }
        }
        // Started again: memory, then the rows since, decided again to the bit.
        let again = try Self.setup(folder)
        try await ServerUnderTest.run(again) { server in
            let standing = try #require(Self.standing(server))
            #expect(standing.state == .hold)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func goesOnWhereTheRowsEnd() async throws {
        let folder = try TemporaryFolder()
        try Self.keep(in: folder)
        let ledger = try TemporaryFolder()
        let seen = Locked<(theta: Double, judged: Int, credit: Double)?>(nil)
        let first = try await SQLiteStore.open(folder: ledger.path)
        try await ServerUnderTest.run(Self.setup(folder, store: first)) { server in
            var traffic = PresetTraffic(.drift, target: Self.target, seed: 7)
            _ = try await Self.ask(server, &traffic, 1730)
            let standing = try #require(Self.standing(server))
            seen.withLock { $0 = (standing.theta, standing.judged, standing.credit) }
        }
        let second = try await SQLiteStore.open(folder: ledger.path)
        try await ServerUnderTest.run(Self.setup(folder, store: second)) { server in
            let standing = try #require(Self.standing(server))
            let then = try #require(seen.withLock { $0 })
            #expect(standing.theta == then.theta)
            #expect(standing.judged == then.judged)
            #expect(standing.credit == then.credit)
            let resumed = server.log.lines.filter { $0.message == "dial resumed" }
            #expect(resumed.map { $0.fields["differing"] } == [.integer(0)])
        }
    }

    /// Whatever happened to the memory, the gate is not stricter than without evidence.
    @Test(.timeLimit(.minutes(10)), arguments: ["gone", "cut", "turned"])
    func isConservativeWithoutAWholeMemory(_ damage: String) async throws {
        let folder = try TemporaryFolder()
        try Self.keep(in: folder)
        let path = MemoryShelf(folder: folder.path, log: .silent).path(Self.name)
        var bytes = try FileContent.read(path)
        switch damage {
        case "gone": bytes = []
        case "cut": bytes.removeLast(1000)
        default: bytes[bytes.count / 2] ^= 1
        }
        try FileContent.write(bytes, to: path)
        try await ServerUnderTest.run(Self.setup(folder)) { server in
            var traffic = PresetTraffic(.stationary, target: Self.target, seed: 5)
            let sends = try await Self.ask(server, &traffic, 1000)
            // The 5th percentile of each gate, once 400 were seen: some 7 of 100 at most.
            #expect(sends.count { !$0 } < 110)
            #expect(Self.standing(server)?.state == .conservative)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func proposesAndWaitsForApproval() async throws {
        let folder = try TemporaryFolder()
        try Self.keep(in: folder)
        try await ServerUnderTest.run(Self.setup(folder, mode: "plan")) { server in
            var traffic = PresetTraffic(.stationary, target: Self.target, seed: 5)
            _ = try await Self.ask(server, &traffic, 1500)
            // The profile's own thresholds judge.
            let rows = try await server.decisions()
            #expect(rows.allSatisfy { $0.thresholds == Thresholds(sharpness: 0.18, saliencyArea: 0.06) })
            let standing = try #require(Self.standing(server))
            #expect(standing.isProposalWorth)
            #expect(abs(try #require(standing.proposedSendRate) - Self.target) < 0.02)

            let dial: JSON = ["profile": "ios", "space": "apple-vision/18", "source": "devices"]
            let approval = try await server.control("strictness/approve", dial)
            #expect(approval.status == 200)
            #expect(try await server.control("strictness/approve", dial).status == 409)
            let sends = try await Self.ask(server, &traffic, 3000)
            #expect(abs(Double(sends.count { $0 }) / 3000 - Self.target) < 0.03)

            let history = try await server.control("strictness/history", ["profile": "ios"])
            #expect(history.text.contains(#""reason":"approval""#))
            // A moment without its zone says nothing.
            #expect(history.text.contains(#""timeZone":"Asia/Tokyo""#))
            #expect(try await server.control("strictness/history", ["profile": "android"]).text == "[]")
        }
        // Approved stays approved.
        try await ServerUnderTest.run(Self.setup(folder, mode: "plan")) { server in
            let standing = try #require(Self.standing(server))
            #expect(standing.thresholds != Thresholds(sharpness: 0.18, saliencyArea: 0.06))
        }
    }

    /// Days that earn next to nothing: no threshold that is allowed saves enough, and the profile says what then.
    @Test(.timeLimit(.minutes(10)), arguments: BudgetSettings.OnPaceBlocked.allCases)
    func doesAsItsProfileSaysWhereTheDayCannotPay(_ choice: BudgetSettings.OnPaceBlocked) async throws {
        let folder = try TemporaryFolder()
        var setup = try Self.setup(folder)
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5" else { return }
            try text.change("mode: \"off\"", to: "mode: \"auto\"")
            try text.change("onCap: \"localLabel\"", to: "onCap: \"localLabel\", onPaceBlocked: \"\(choice.rawValue)\"")
            try text.change("hint: false", to: "hint: false, cheaperModel: \"gemini-2.5-flash-lite\"")
        }
        var controller = try Self.begun()
        var traffic = PresetTraffic(.stationary, target: Self.target, seed: 9)
        for _ in 0..<27_500 {
            guard let row = traffic.next() else { break }
            _ = controller.decide(
                on: ControlUpload(
                    time: row.time,
                    scores: GateScores(sharpness: row.sharpness, area: row.attentionArea, isOwn: row.isOwn),
                    hash: row.hash,
                    client: row.client,
                    randomness: .max,
                    cost: row.cost,
                    revenue: row.revenue / 20
                )
            )
        }
        #expect(controller.state == .paceBlockedByFR)
        let pictures = DialName(profile: "ios", space: "torii/1", isAsked: false)
        try Self.keep(controller, pictures, in: folder, meanCost: 682_000)
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(Pictures.sharp(seed: 1))
            let record = try #require(try await server.decisions().first)
            #expect(record.control?.state == "pace_blocked_by_fr")
            #expect(record.verdict == .send)
            let attempt = try await server.store.attempts(decisionID: record.id).first
            var dial = try #require(server.server.service.gateway.strictness.cell(pictures)).copy.controller
            dial.takeIn()
            let spent = dial.traffic.pace.spentToday
            switch choice {
            case .spend:
                #expect(spent == 682_000)
                #expect(answer.string("outcome") == "sent")
                #expect(record.reasons == [.gatePassed])
                #expect(attempt?.hold.model == "gemini-3.5-flash-lite")
            case .cheaperModel:
                #expect(answer.string("outcome") == "sent")
                #expect(record.reasons == [.paceBlocked, .gatePassed])
                #expect(attempt?.hold.model == "gemini-2.5-flash-lite")
                #expect(try #require(attempt?.settlement).cheaper.model > .zero)
                #expect(spent == record.cost.nanoUSD && spent < 682_000)
                // Not kept as what the profile's model said.
                #expect(try await server.upload(Pictures.sharp(seed: 1)).string("outcome") == "sent")
            case .defer:
                #expect(answer.status == 202)
                #expect(answer.string("outcome") == "deferred")
                #expect(answer["localLabel"]?.object != nil)
                #expect(record.reasons == [.deferred, .paceBlocked, .gatePassed])
                #expect(attempt?.hold.tier == "batch")
                #expect(spent == 341_000)
            case .localLabel:
                #expect(answer.string("outcome") == "local")
                #expect(record.reasons == [.paceBlocked, .gatePassed])
                #expect(record.cost == .zero && attempt == nil && spent == 0)
            }
        }
    }

    /// Uploads that devices have sifted are not sifted once more for the same target.
    @Test(arguments: [(0, 1000, 0.466), (534, 466, 1), (250, 750, 0.621_3)])
    func leavesGatesBehindItLessToReject(_ rejects: Int, _ uploads: Int, _ expected: Double) {
        var ahead = Ahead()
        for index in 0..<20_000 {
            if index * 7 % 1000 < rejects { ahead.countReject() } else { ahead.countUpload() }
        }
        #expect(abs(ahead.target(0.466) - expected) < 0.03)
        #expect(ahead.target(0.466) <= 1)
    }
}
