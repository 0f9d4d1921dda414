import Control
import Documents
import Ledger
import Platform
import Policy
import SQLiteLedger
import TestSupport
import Testing

@testable import Server

/// Audits drawn when a device asks with scores alone, followed to the picture.
struct AskedAuditTests {
    private typealias Header = (name: String, value: String)

    /// How the picture is known for the one that was asked about.
    enum Way: String, Sendable, CaseIterable { case header, imageID, digest }

    private static func imageID(_ picture: [UInt8]) -> String { "sha256:" + Encoding.hex(Crypto.sha256(picture)) }

    /// The id of a question that was drawn.
    private static func ask(_ server: ServerUnderTest, _ imageID: String?) async throws -> String {
        server.randomness.withLock { $0 = 0 }
        let answer = try await server.ask(ReportedTests.report(nil, imageID))
        server.randomness.withLock { $0 = .max }
        #expect(answer.string("verdict") == "send")
        #expect(answer["audit"]?.bool == true)
        return try #require(answer.decision)
    }

    private static func counts(_ server: ServerUnderTest) -> [Int?] {
        let standing = ReportedTests.standing(server, .devices)
        return [standing?.judged, standing?.audits, standing?.falseAudits, standing?.waitingAudits]
    }

    @Test(.timeLimit(.minutes(10)), arguments: Way.allCases)
    func isCompletedByItsPictureOnce(_ way: Way) async throws {
        try await ServerUnderTest.run(try ReportedTests.setup()) { server in
            let picture = try Pictures.blurred(1)
            let name: String? =
                switch way {
                case .header: nil
                case .imageID: "image-1"
                case .digest: Self.imageID(picture)
                }
            let question = try await Self.ask(server, name)
            #expect(Self.counts(server) == [1, 0, 0, 0])
            #expect(try await server.store.openQuestions(since: .seconds(0)).map(\.decision.id) == [question])
            var headers: [Header] = []
            if way == .header { headers = [("Torii-Gate-Decision", question)] }
            if way == .imageID {
                let report = Array(ReportedTests.report(nil, "image-1").utf8)
                headers = [("Torii-Scores", Encoding.base64URL(report))]
            }
            let answer = try await server.upload(picture, idempotencyKey: "k", headers: headers)
            #expect(answer.string("outcome") == "sent")
            #expect(answer.reasons == ["too_blurry", "asked_audit"])
            #expect(answer.string("gateDecision") == question)
            let id = try #require(answer.decision)
            let row = try #require(try await server.store.decision(id: id))
            let asked = try #require(try await server.store.decision(id: question))
            #expect(row.auditPropensity != nil && row.auditPropensity == asked.auditPropensity)
            #expect(row.judged && !asked.judged)
            #expect(row.control == nil)
            #expect(row.device?.space == "apple-vision/18")
            #expect(row.device?.sharpness == 0.1)
            #expect(Self.counts(server) == [1, 1, 0, 1])
            #expect(ReportedTests.standing(server, .pictures)?.judged == 0)
            #expect(try await server.store.openQuestions(since: .seconds(0)) == [])

            // The same again is the same; another picture that names it, or the same under another key, is none.
            let again = try await server.upload(picture, idempotencyKey: "k", headers: headers)
            #expect(again.headers["idempotency-replayed"] == "true")
            let other = try await server.upload(try Pictures.blurred(2), headers: headers)
            #expect(other.reasons == ["too_blurry"])
            #expect(Self.counts(server) == [1, 1, 0, 1])
            let report = try await server.get("/v1/reports/economics?format=json")
            #expect(report.integer("totals.audits") == 1)
            #expect(report.integer("totals.uploads") == 2)

            // By what its question was rejected, not by what the dial stands at meanwhile.
            let strictness = try await server.store.strictness(of: row)
            #expect(strictness != nil && strictness == asked.control?.strictness)
            // An operator judges it like any other audit.
            let body = Array(#"{"finding":"falseReject","reason":"a cat"}"#.utf8)
            let judged = try await server.request("POST", "/v1/audits/\(id)", key: ServerUnderTest.adminKey, body: body)
            #expect(judged.status == 200)
            #expect(Self.counts(server) == [1, 1, 1, 0])
        }
    }

    /// Whatever the gate here makes of the picture: a draw that is not sent would be no draw.
    @Test(.timeLimit(.minutes(10)))
    func isSentWhateverTheGateHereSays() async throws {
        try await ServerUnderTest.run(try ReportedTests.setup()) { server in
            let picture = try Pictures.sharp(seed: 3)
            _ = try await Self.ask(server, Self.imageID(picture).uppercased().replacing("SHA256", with: "sha256"))
            let answer = try await server.upload(picture)
            #expect(answer.reasons == ["gate_passed", "asked_audit"])
            #expect(Self.counts(server) == [1, 1, 0, 1])
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func isNobodyElsesAndNeverAnErrorOfTheUpload() async throws {
        try await ServerUnderTest.run(try ReportedTests.setup()) { server in
            let question = try await Self.ask(server, nil)
            let named: Header = ("Torii-Gate-Decision", question)
            let other = try await server.upload(
                try Pictures.blurred(1),
                key: ServerUnderTest.iosKey,
                headers: [named]
            )
            #expect(other.reasons == ["too_blurry"])
            let broken = try await server.upload(Array("no picture".utf8), headers: [named])
            #expect(broken.status == 415)
            let odd = try await server.upload(try Pictures.blurred(2), headers: [("Torii-Gate-Decision", "x y")])
            #expect(
                odd.strings("warnings")
                    == ["Torii-Gate-Decision must be the decisionId of an answer of /v1/gate: not used"]
            )
            #expect(odd.reasons == ["too_blurry"])
            // None of them has taken it.
            let answer = try await server.upload(try Pictures.blurred(3), headers: [named])
            #expect(answer.reasons == ["too_blurry", "asked_audit"])
        }
    }

    /// A reject that was not drawn, and what a device says it has decided itself, are no questions.
    @Test(.timeLimit(.minutes(10)))
    func followsNothingThatWasNotDrawnHere() async throws {
        try await ServerUnderTest.run(try ReportedTests.setup()) { server in
            let rejected = try await server.ask(ReportedTests.report(nil, "image-1"))
            #expect(rejected["audit"]?.bool == false)
            server.randomness.withLock { $0 = 0 }
            _ = try await ReportedTests.send(
                server,
                [ReportedTests.report("reject", ReportedTests.imageID(drawn: true))]
            )
            server.randomness.withLock { $0 = .max }
            #expect(try await server.store.openQuestions(since: .seconds(0)) == [])
            let named: Header = ("Torii-Gate-Decision", try #require(rejected.decision))
            #expect(try await server.upload(try Pictures.blurred(1), headers: [named]).reasons == ["too_blurry"])
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func isFollowedAfterARestart() async throws {
        let folder = try TemporaryFolder()
        let picture = try Pictures.blurred(1)
        for run in 1...3 {
            let store = try await SQLiteStore.open(folder: folder.path)
            try await ServerUnderTest.run(try ReportedTests.setup(store: store, folder: folder)) { server in
                if run == 1 {
                    _ = try await Self.ask(server, Self.imageID(picture))
                } else {
                    let answer = try await server.upload(run == 2 ? picture : try Pictures.blurred(2))
                    #expect(answer.reasons == (run == 2 ? ["too_blurry", "asked_audit"] : ["too_blurry"]))
                    if run == 2 { #expect(Self.counts(server)[1] == 1) }
                    #expect(try await server.store.openQuestions(since: .seconds(0)) == [])
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func isAnAuditWithoutADialToo() async throws {
        try await ServerUnderTest.run(try ReportedTests.setup(mode: "off")) { server in
            let picture = try Pictures.blurred(1)
            _ = try await Self.ask(server, Self.imageID(picture))
            #expect(try await server.upload(picture).reasons == ["too_blurry", "asked_audit"])
            #expect(try await server.decisions().map(\.auditPropensity) == [0.25, 0.25])
        }
    }
}
