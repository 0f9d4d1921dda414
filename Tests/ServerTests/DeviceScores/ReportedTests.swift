import Control
import Devices
import Documents
import Ledger
import Platform
import Policy
import SQLiteLedger
import TestSupport
import Testing

@testable import Server

/// Devices that judge for themselves, report what they did, and send what they drew.
struct ReportedTests {
    static func setup(
        mode: String = "plan",
        store: any LedgerStore = MemoryStore(),
        folder: TemporaryFolder? = nil
    ) throws -> ServerUnderTest.Setup {
        var setup = ServerUnderTest.Setup()
        setup.store = store
        setup.data = folder?.path
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5" else { return }
            try text.change("mode: \"off\"", to: "mode: \"\(mode)\"")
            try text.change("auditShare: 0", to: "auditShare: 0.25")
        }
        return setup
    }

    /// An image id that a device of revision `revision` draws, or does not.
    static func imageID(drawn: Bool, revision: Int = 1, share: Double = 0.25, after: Int = 0) -> String {
        let draw = Rollout(salt: "audit-r\(revision)", share: share)
        var number = after
        while true {
            number += 1
            let digest = Crypto.sha256(Array("audit-r\(revision):image-\(number)".utf8))
            if draw.includes(bucket: Rollout.bucket(digest: digest)) == drawn { return "image-\(number)" }
        }
    }

    static func report(
        _ verdict: String?,
        _ imageID: String?,
        sharpness: Double = 0.1,
        revision: Int = 1,
        more: String = ""
    ) -> String {
        let image = imageID.map { #""imageId":"\#($0)","# } ?? ""
        let verdict = verdict.map { #","verdict":"\#($0)""# } ?? ""
        return """
            {"scoreSpace":"apple-vision/18",\(image)"scores":{"sharpness":\(sharpness),"attentionArea":0.3,\
            "objectnessArea":0.3},"labels":[{"id":"dog","confidence":0.9}]\(more),\
            "client":{"policyRevision":\(revision)\(verdict)}}
            """
    }

    static func send(_ server: ServerUnderTest, _ reports: [String]) async throws -> [Answer] {
        let answer = try await server.request(
            "POST",
            "/v1/gate:batch",
            key: ServerUnderTest.clientKey,
            headers: [(name: "Torii-Profile", value: "ios")],
            body: Array(reports.joined(separator: "\n").utf8)
        )
        #expect(answer.status == 200)
        return answer.text.split(separator: "\n").map {
            Answer(HTTPResponse(status: answer.status, body: .bytes(Array($0.utf8))))
        }
    }

    static func standing(_ server: ServerUnderTest, _ source: DialName.Source) -> StrictnessDesk.Standing? {
        let service = server.server.service
        return service.gateway.strictness.standings(service.policies.snapshots)
            .first { $0.name.profile == "ios" && $0.name.source == source }
    }

    private static func upload(_ server: ServerUnderTest, _ report: String, seed: UInt64 = 1) async throws -> Answer {
        let header = (name: "Torii-Scores", value: Encoding.base64URL(Array(report.utf8)))
        return try await server.upload(try Pictures.blurred(seed), headers: [header])
    }

    @Test(.timeLimit(.minutes(10)))
    func countsWhatDevicesDidAndNotWhatWouldBeDecidedHere() async throws {
        try await ServerUnderTest.run(try Self.setup()) { server in
            let answers = try await Self.send(
                server,
                [
                    Self.report("reject", Self.imageID(drawn: false)), Self.report("reject", Self.imageID(drawn: true)),
                    // Another policy than today's sent this one, and rejected the next.
                    Self.report("send", nil), Self.report("reject", nil, sharpness: 0.5),
                    Self.report("send", nil, sharpness: 0.5),
                    Self.report("reject", nil, more: #","scorer":{"simulated":true}"#),
                ]
            )
            #expect(answers.map { $0.string("verdict") } == ["reject", "send", "send", "reject", "send", "reject"])
            let ids = answers.compactMap { $0.string("decisionId") }
            var rows: [DecisionRecord] = []
            for id in ids {
                if let row = try await server.store.decision(id: id) { rows.append(row) }
            }
            #expect(rows.map(\.verdict) == [.reject, .reject, .send, .reject, .send, .reject])
            #expect(rows.map(\.outcome) == [.rejected, nil, nil, .rejected, nil, nil])
            #expect(rows.map(\.judged) == [true, false, false, true, false, false])
            #expect(rows.map(\.auditPropensity) == [nil, 0.25, nil, nil, nil, nil])
            #expect(
                rows.map(\.reasons) == [
                    [.tooBlurry, .deviceJudged], [.tooBlurry, .deviceJudged, .audit], [.deviceJudged], [.deviceJudged],
                    [.gatePassed, .deviceJudged], [.tooBlurry, .deviceJudged],
                ]
            )
            #expect(rows.map { $0.control?.number } == [0, 1, 2, 3, 4, nil])
            #expect(rows.map(\.thresholds) == [nil, nil, nil, nil, nil, nil])
            let standing = try #require(Self.standing(server, .reported))
            #expect(standing.judged == 5)
            #expect(standing.sent == 3)
            #expect(standing.credit == 0)
            #expect(Self.standing(server, .devices) == nil)
            #expect(
                standing.guarantee.hasPrefix(
                    "devices judge by thresholds up to 7 days old: the rate follows within that time"
                )
            )
        }
    }

    /// The draw follows from the image's id and the policy, so the picture that comes is known for what it is.
    @Test(.timeLimit(.minutes(10)))
    func followsADevicesDrawToItsPicture() async throws {
        try await ServerUnderTest.run(try Self.setup()) { server in
            let drawn = Self.imageID(drawn: true)
            let answer = try await Self.upload(server, Self.report("reject", drawn))
            #expect(answer.string("outcome") == "sent")
            #expect(answer.reasons == ["too_blurry", "device_audit"])
            let id = try #require(answer.decision)
            let row = try #require(try await server.store.decision(id: id))
            #expect(row.auditPropensity == 0.25)
            #expect(row.control == nil)
            let standing = try #require(Self.standing(server, .reported))
            #expect(standing.audits == 1)
            #expect(standing.falseAudits == 0)
            #expect(standing.waitingAudits == 1)
            #expect(Self.standing(server, .pictures)?.judged == 0)
            // An operator judges it like any other audit.
            let body = Array(#"{"finding":"rightReject","reason":"a thumb"}"#.utf8)
            let judged = try await server.request("POST", "/v1/audits/\(id)", key: ServerUnderTest.adminKey, body: body)
            #expect(judged.status == 200)
            #expect(Self.standing(server, .reported)?.waitingAudits == 0)
            #expect(Self.standing(server, .reported)?.falseAudits == 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func gatesWhateverItsDeviceDidNotDraw() async throws {
        try await ServerUnderTest.run(try Self.setup()) { server in
            let drawn = Self.imageID(drawn: true)
            let none = #","scorer":{"simulated":true}"#
            for (seed, report) in [
                (1, Self.report("reject", Self.imageID(drawn: false))), (2, Self.report("send", drawn)),
                (3, Self.report(nil, drawn)), (4, Self.report("reject", nil)),
                (5, Self.report("reject", drawn, revision: 2)), (6, Self.report("reject", drawn, revision: 0)),
                (7, Self.report("reject", drawn, more: none)),
            ] as [(UInt64, String)] {
                let answer = try await Self.upload(server, report, seed: seed)
                #expect(answer.reasons == ["too_blurry"], "\(report)")
            }
            #expect(Self.standing(server, .reported) == nil)
            #expect(Self.standing(server, .pictures)?.judged == 7)
        }
    }

    /// Devices judge by a policy some hours old: its own share and salt say what they drew.
    @Test(.timeLimit(.minutes(10)))
    func knowsTheDrawsOfEarlierRevisions() async throws {
        try await ServerUnderTest.run(try Self.setup()) { server in
            let applied = try await AuditedApplyTests.apply(server, [("auditShare: 0.25", "auditShare: 0.05")])
            #expect(applied.integer("revision") == 2)
            // Drawn under the first revision with 0.25, not under the second.
            var number = 0
            var old = ""
            repeat {
                old = Self.imageID(drawn: true, after: number)
                number = try #require(Int(old.dropFirst("image-".count)))
            } while Self.imageID(drawn: true, revision: 2, share: 0.05, after: number - 1) == old
            let first = try await Self.upload(server, Self.report("reject", old), seed: 1)
            #expect(first.reasons == ["too_blurry", "device_audit"])
            let id = try #require(first.decision)
            let row = try #require(try await server.store.decision(id: id))
            #expect(row.auditPropensity == 0.25)
            #expect(
                try await Self.upload(server, Self.report("reject", old, revision: 2), seed: 2).reasons == [
                    "too_blurry"
                ]
            )
            let new = Self.imageID(drawn: true, revision: 2, share: 0.05)
            let second = try await Self.upload(server, Self.report("reject", new, revision: 2), seed: 3)
            #expect(second.reasons == ["too_blurry", "device_audit"])
        }
    }

    /// Without evidence a dial rejects next to nothing, and so do the devices that fetch their thresholds from it.
    @Test(.timeLimit(.minutes(10)), arguments: [("off", 0.18, 304), ("plan", 0.18, 200), ("auto", 0.0, 200)])
    func givesOutTheDialsThresholds(mode: String, sharpness: Double, status: Int) async throws {
        try await ServerUnderTest.run(try Self.setup(mode: mode)) { server in
            let path = "/v1/policy/ios?scoreSpace=apple-vision/18"
            let policy = try await server.get(path, key: ServerUnderTest.clientKey)
            #expect(policy["gate.sharpness.min"]?.double == sharpness)
            #expect(policy["audit.share"]?.double == 0.25)
            // A revision's number says nothing of thresholds that a dial moves; a tag does.
            let known = try await server.get(path + "&have=1", key: ServerUnderTest.clientKey)
            #expect(known.status == status)
            let tagged = try await server.request(
                "GET",
                path,
                key: ServerUnderTest.clientKey,
                headers: [("If-None-Match", policy.headers["etag"] ?? "")]
            )
            #expect(tagged.status == 304)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func takesReportsUpAgainAfterARestart() async throws {
        let folder = try TemporaryFolder()
        for run in 1...2 {
            let store = try await SQLiteStore.open(folder: folder.path)
            try await ServerUnderTest.run(try Self.setup(store: store, folder: folder)) { server in
                #expect(Self.standing(server, .reported)?.judged == (run == 1 ? nil : 60))
                #expect(Self.standing(server, .reported)?.sent == (run == 1 ? nil : 40))
                _ = try await Self.send(
                    server,
                    (0..<60).map { Self.report($0 % 3 == 0 ? "reject" : "send", nil, sharpness: Double($0) / 60) }
                )
                #expect(Self.standing(server, .reported)?.judged == 60 * run)
                #expect(Self.standing(server, .reported)?.sent == 40 * run)
            }
        }
    }

    /// Answers are the pictures', scores the device's; what devices kept back counts as lost.
    @Test(.timeLimit(.minutes(10)))
    func certifiesADevicesScoresByThePicturesThatCame() async throws {
        try await ServerUnderTest.run(try Self.setup(mode: "off")) { server in
            _ = try await Self.send(server, [Self.report("reject", nil, sharpness: 0.02)])
            _ = try await Self.upload(server, Self.report("reject", Self.imageID(drawn: true), sharpness: 0.03))
            let header = (
                name: "Torii-Scores", value: Encoding.base64URL(Array(Self.report("send", nil, sharpness: 0.4).utf8))
            )
            _ = try await server.upload(try Pictures.sharp(seed: 3), headers: [header])
            let service = server.server.service
            let snapshot = try #require(service.policies.snapshot(of: "ios"))
            func samples(_ name: DialName) async throws -> [MeasureWeek.Sample] {
                try await service.gateway.strictness.week(
                    name,
                    snapshot,
                    from: server.store,
                    in: .init(from: .seconds(0), to: server.clock.wallClock.now().advanced(bySeconds: 3_600))
                ).samples
            }
            let device = try await samples(DialName(profile: "ios", space: "apple-vision/18", source: .reported))
            let scores = [0.02, 0.03, 0.4].map { GateScores(sharpness: $0, area: nil, isOwn: false) }
            #expect(Set(device) == Set(scores.map { MeasureWeek.Sample(scores: $0, isRight: true) }))
            #expect(device.count == 3)
            let pictures = try await samples(DialName(profile: "ios", space: "torii/1", source: .pictures))
            #expect(pictures.count == 2)
        }
    }
}
