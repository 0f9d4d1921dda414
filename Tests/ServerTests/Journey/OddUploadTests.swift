import Documents
import Ledger
import Platform
import Policy
import TestSupport
import Testing

@testable import Server

/// Uploads that are no pictures, come twice, come too late, or whose sender leaves.
struct OddUploadTests {
    struct Bytes: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let status: Int
        let code: String

        var testDescription: String { name }
    }

    static let noPictures = [
        Bytes(
            name: "text",
            bytes: Array("hello, this is no picture at all".utf8),
            status: 415,
            code: "unsupported_media"
        ),
        Bytes(name: "nothing", bytes: [], status: 415, code: "unsupported_media"),
        Bytes(
            name: "a PNG without pixels",
            bytes: Pictures.pngWithoutPixels(width: 64, height: 64),
            status: 422,
            code: "undecodable_image"
        ),
        Bytes(
            name: "a PNG of 900 megapixels",
            bytes: Pictures.pngWithoutPixels(width: 30_000, height: 30_000),
            status: 422,
            code: "image_too_large"
        ),
    ]

    @Test(.timeLimit(.minutes(10)), arguments: noPictures)
    func refusesWhatIsNoPictureAndRecordsIt(sample: Bytes) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.upload(sample.bytes)
            #expect(answer.status == sample.status)
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(answer.string("code") == sample.code)
            #expect(answer.integer("status") == Int64(sample.status))
            #expect(answer.string("decisionId") == answer.decision)
            let record = try #require(try await server.decisions().first)
            #expect(record.id == answer.decision)
            #expect(record.outcome == .failed)
            #expect(record.source == nil)
            #expect(record.reasons.map(\.rawValue) == [sample.code])
            #expect(!record.judged)
            #expect(record.answerStatus == sample.status)
            #expect(record.image?.bytes == sample.bytes.count)
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func replaysTheStoredAnswerOfAKey() async throws {
        try await ServerUnderTest.run { server in
            let picture = try Pictures.sharp(seed: 21)
            let first = try await server.upload(picture, idempotencyKey: "k-1")
            #expect(first.headers["idempotency-replayed"] == nil)
            for _ in 0..<3 {
                let again = try await server.upload(picture, idempotencyKey: "k-1")
                #expect(again.status == 200)
                #expect(again.body == first.body)
                #expect(again.headers["idempotency-replayed"] == "true")
                #expect(again.decision == first.decision)
                #expect(again.headers["torii-policy-revision"] == "1")
            }
            // Another client's key of the same text is another key.
            let other = try await server.upload(picture, idempotencyKey: "k-1", key: ServerUnderTest.iosKey)
            #expect(other.string("outcome") == "cached")
            try await server.expectLedger(decisions: 2, attempts: 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func replaysProblemsToo() async throws {
        try await ServerUnderTest.run { server in
            let first = try await server.upload([1, 2, 3], idempotencyKey: "k-2")
            let again = try await server.upload([1, 2, 3], idempotencyKey: "k-2")
            #expect(again.status == 415)
            #expect(again.body == first.body)
            #expect(again.headers["content-type"] == "application/problem+json")
            #expect(again.headers["idempotency-replayed"] == "true")
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func refusesAKeyForAnotherBody() async throws {
        try await ServerUnderTest.run { server in
            _ = try await server.upload(Pictures.blurred(20), idempotencyKey: "k-3")
            let answer = try await server.upload(Pictures.blurred(90), idempotencyKey: "k-3")
            #expect(answer.status == 409)
            #expect(answer.string("code") == "idempotency_conflict")
            #expect(answer.decision == nil)
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
    }

    /// What is asked for is more than the body: another profile is another question.
    @Test(.timeLimit(.minutes(10)))
    func refusesAKeyForAnotherProfile() async throws {
        try await ServerUnderTest.run { server in
            let picture = try Pictures.blurred(20)
            _ = try await server.upload(picture, profile: "ios", idempotencyKey: "k-5")
            let answer = try await server.upload(picture, profile: "android", idempotencyKey: "k-5")
            #expect(answer.status == 409)
            #expect(answer.string("code") == "idempotency_conflict")
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
    }

    /// 8 days, to the second, whether or not the row is purged yet.
    @Test(.timeLimit(.minutes(10)))
    func freesAKeyAfterEightDays() async throws {
        try await ServerUnderTest.run { server in
            let picture = try Pictures.blurred(20)
            let first = try await server.upload(picture, idempotencyKey: "k-6")
            server.clock.advance(seconds: 8 * 86_400 - 1)
            let again = try await server.upload(picture, idempotencyKey: "k-6")
            #expect(again.decision == first.decision)
            server.clock.advance(seconds: 1)
            let free = try await server.upload(picture, idempotencyKey: "k-6")
            #expect(free.headers["idempotency-replayed"] == nil)
            #expect(free.decision != first.decision)
            #expect(try await server.upload(picture, idempotencyKey: "k-6").decision == free.decision)
            try await server.expectLedger(decisions: 2, attempts: 0)
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: ["Authorization", "Torii-Profile", "Idempotency-Key", "Torii-Deadline"]
    )
    func refusesTwoOfAHeaderThatSaysOneThing(name: String) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.upload(
                Pictures.blurred(),
                headers: [(name, "a"), (name.uppercased(), "a")]
            )
            #expect(answer.status == 400)
            #expect(answer.string("code") == "malformed_request")
            #expect(answer.string("detail") == "there are two `\(name.lowercased())` headers; send one")
            try await server.expectLedger(decisions: 0, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["", "with space", String(repeating: "k", count: 256), "käse"])
    func refusesKeysOfAnotherForm(key: String) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.upload(Pictures.blurred(), idempotencyKey: key)
            // An empty header may not even be sent.
            if key.isEmpty, answer.status == 200 { return }
            #expect(answer.status == 400)
            #expect(answer.string("code") == "invalid_field")
            try await server.expectLedger(decisions: 0, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func tellsATwinToWait() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: {}, action: { hold: \"release\" } } ] }"
        try await ServerUnderTest.run(setup) { server in
            let picture = try Pictures.sharp(seed: 22)
            async let first = server.upload(picture, idempotencyKey: "k-4")
            try await eventually { server.emulator.held == 1 }
            let twin = try await server.upload(picture, idempotencyKey: "k-4")
            #expect(twin.status == 409)
            #expect(twin.string("code") == "idempotency_in_progress")
            #expect(twin.headers["retry-after"] == "1")
            server.emulator.release()
            let answered = try await first
            #expect(answered.string("outcome") == "sent")
            #expect(try await server.upload(picture, idempotencyKey: "k-4").body == answered.body)
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func finishesTheUploadOfAClientThatLeft() async throws {
        var setup = ServerUnderTest.Setup()
        setup.script = "{ rules: [ { match: {}, action: { hold: \"release\" } } ] }"
        try await ServerUnderTest.run(setup) { server in
            let picture = try Pictures.sharp(seed: 23)
            let client = HTTPClient()
            let lost = Task { try await server.upload(picture, idempotencyKey: "k-5", through: client) }
            try await eventually { server.emulator.held == 1 }
            client.close()
            await #expect(throws: HTTPClient.Failure.self) { _ = try await lost.value }
            #expect(try await server.decisions().isEmpty)
            server.emulator.release()
            try await eventually { try await server.decisions().count == 1 }
            let record = try #require(try await server.decisions().first)
            #expect(record.outcome == .sent)
            let again = try await server.upload(picture, idempotencyKey: "k-5")
            #expect(try await server.store.decision(id: record.id)?.answer == again.body)
            #expect(again.headers["idempotency-replayed"] == "true")
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    /// The body was complete longer ago than the gate may take: nobody waits for a verdict, and the picture is sent.
    @Test(.timeLimit(.minutes(10)))
    func sendsUnjudgedPastTheGatesDeadline() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("\"30s\"", to: "\"50ms\"") }
        }
        try await ServerUnderTest.run(setup) { server in
            let request = Self.request(try Pictures.blurred(), age: .seconds(1))
            let answer = Answer(await server.server.service.response(to: request))
            #expect(answer.string("verdict") == "send")
            #expect(answer.string("outcome") == "sent")
            #expect(answer.reasons == ["gate_deadline"])
            let record = try #require(try await server.decisions().first)
            #expect(record.judged)
            #expect(record.thresholds == nil)
            #expect(record.latencyMicros >= 1_000_000)
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    /// A worker that never comes free: the user has an answer at the request's own deadline, and nothing was spent.
    @Test(.timeLimit(.minutes(10)))
    func answersInTimeWhateverTheWorkersDo() async throws {
        var setup = ServerUnderTest.Setup()
        setup.cpuThreads = 1
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5" else { return }
            try text.change("\"30s\"", to: "\"50ms\"")
            try text.change("\"60s\"", to: "\"500ms\"")
        }
        try await ServerUnderTest.run(setup) { server in
            let worker = BusyWorker(of: server.server.service.gateway.pool)
            await worker.begin()
            let answer = try await server.upload(Pictures.sharp(seed: 24))
            worker.end()
            #expect(answer.status == 200)
            #expect(answer.string("outcome") == "local")
            #expect(answer.reasons == ["upstream_deadline", "gate_deadline"])
            #expect(answer.string("localLabel.category") == "unknown")
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func answersLocallyWhenTheQueueIsFull() async throws {
        var setup = ServerUnderTest.Setup()
        setup.cpuThreads = 1
        setup.cpuQueue = 1
        try await ServerUnderTest.run(setup) { server in
            let worker = BusyWorker(of: server.server.service.gateway.pool, jobs: 2)
            await worker.begin()
            let answer = try await server.upload(Pictures.sharp(seed: 25))
            worker.end()
            #expect(answer.string("verdict") == "send")
            #expect(answer.string("outcome") == "local")
            #expect(answer.reasons == ["overloaded"])
            #expect(try await server.decisions().first?.judged == false)
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func refusesWhenTheQueueIsFullAndTheProfileSaysSo() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try PolicyDocuments.documents { path, text in
            guard path == "ios.json5" else { return }
            try text.change("onDeadline: \"send\",", to: "onDeadline: \"send\", onOverload: \"refuse\",")
        }
        setup.cpuThreads = 1
        setup.cpuQueue = 1
        try await ServerUnderTest.run(setup) { server in
            let worker = BusyWorker(of: server.server.service.gateway.pool, jobs: 2)
            await worker.begin()
            let answer = try await server.upload(Pictures.sharp(seed: 25), idempotencyKey: "again")
            worker.end()
            #expect(answer.status == 503)
            #expect(answer.string("code") == "overloaded")
            #expect(answer.headers["retry-after"] == "1")
            let record = try #require(try await server.decisions().first)
            #expect(record.outcome == .failed)
            #expect(record.reasons == [.overloaded])
            #expect(!record.judged)
            #expect(try await server.upload(Pictures.sharp(seed: 25), idempotencyKey: "again").status == 200)
            try await server.expectLedger(decisions: 2, attempts: 1)
        }
    }

    static func request(_ picture: [UInt8], age: Duration) -> HTTPRequest {
        HTTPRequest(
            method: "POST",
            path: "/v1/classify",
            headers: [
                (name: "authorization", value: "Bearer \(ServerUnderTest.clientKey)"),
                (name: "torii-profile", value: "ios"),
            ],
            body: picture,
            bodyComplete: .now - age,
            peer: "192.0.2.1"
        )
    }

    /// What `curl --data @photo.jpg` makes of a picture, and what the same type around a whole one does not matter for.
    @Test(.timeLimit(.minutes(5)))
    func saysHowCurlSendsAFile() async throws {
        try await ServerUnderTest.run { server in
            let form = [(name: "Content-Type", value: "application/x-www-form-urlencoded")]
            let picture = try Pictures.sharp(seed: 1)
            let torn = picture.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") && $0 != 0 }
            let refused = try await server.upload(torn, headers: form)
            #expect([415, 422].contains(refused.status), "\(refused.text)")
            let hint = "; it came as a web form: with curl, send --data-binary @FILE and -H 'Content-Type: image/jpeg'"
            #expect(refused.string("detail")?.hasSuffix(hint) == true, "\(refused.text)")
            #expect(try await server.upload(torn).string("detail")?.contains("curl") == false)
            #expect(try await server.upload(picture, headers: form).status == 200)
        }
    }
}
