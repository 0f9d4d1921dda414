import Foundation
import Testing

@testable import ToriiClient

/// Requests as they go out, and answers as apps read them.
struct UploadRequestTests {
    private static let picture = Data("a picture".utf8)

    @Test func namesTheSameUploadAlikeAfterARestart() async throws {
        let server = FakeServer()
        func key(_ upload: ToriiClient.Upload, install: String = "install-1") async throws -> String? {
            try await ClientFixture.client(server, install: install).request(for: upload).headers["Idempotency-Key"]
        }
        let upload = ToriiClient.Upload(picture: Self.picture)
        let first = try #require(try await key(upload))
        // printf 'install-1:%s:classify' "$(printf 'a picture' | sha256sum | cut -d' ' -f1)" | sha256sum
        #expect(first == "v1:a32c9ec5b2061d4d336271e3925e5b01697a7e27d9b93ff492b64d7781114548")
        var retried = upload
        (retried.deadline, retried.mayWait) = (3, true)
        #expect(try await key(retried) == first)
        #expect(try await key(upload, install: "install-2") != first)
        #expect(try await key(ToriiClient.Upload(picture: Self.picture, purpose: "avatar")) != first)
        #expect(try await key(ToriiClient.Upload(picture: Self.picture + Data([0]))) != first)
    }

    @Test func carriesWhatTheDeviceKnows() async throws {
        let client = await ClientFixture.client(FakeServer())
        var upload = ToriiClient.Upload(picture: Self.picture, mayWait: true)
        upload.scores = ClientFixture.bare
        upload.deadline = 0.02
        upload.verdict = LocalVerdict(of: ClientFixture.bare, imageID: "a", by: ClientFixture.policy())
        upload.conditions = DeviceConditions(
            thermal: .serious,
            batteryLevel: 0.12345,
            externalPower: false,
            lowPower: true,
            network: .cellular,
            metered: true,
            constrained: false,
            ultraConstrained: false
        )
        let request = try await client.request(for: upload)
        #expect(request.method == "POST")
        #expect(request.url.absoluteString == "http://localhost:8080/base/v1/classify")
        #expect(request.body == Self.picture)
        #expect(request.headers["Authorization"] == "Bearer key")
        #expect(request.headers["Torii-Client"] == "ios/4.12.0")
        #expect(request.headers["Torii-Profile"] == "ios")
        #expect(request.headers["Torii-Deadline"] == "100ms")
        #expect(request.headers["Prefer"] == "respond-async")
        #expect(request.headers["Torii-Policy-Revision"] == "42")
        #expect(
            request.headers["Torii-Device"]
                == "thermal=serious, battery=0.123, power=?0, lowpower=?1, net=cellular, metered=?1, constrained=?0, "
                + "ultraconstrained=?0"
        )
        #expect(request.headers["Torii-Gate-Decision"] == nil)
        let text = try #require(request.headers["Torii-Scores"])
        #expect(text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
    }

    /// By either the server knows the audit it is.
    @Test(arguments: [("sha256:0Af", true), ("a_b-c.d:e", true), ("content://1", false), ("", false)])
    func namesThePictureThatWasJudged(imageID: String, isSent: Bool) async throws {
        struct Scores: Decodable { let imageId: String? }
        let client = await ClientFixture.client(FakeServer())
        var upload = ToriiClient.Upload(picture: Self.picture, scores: ClientFixture.bare)
        upload.verdict = LocalVerdict(of: ClientFixture.bare, imageID: imageID, by: ClientFixture.policy())
        let text = try #require(try await client.request(for: upload).headers["Torii-Scores"])
        var base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        let scores = try JSONDecoder().decode(Scores.self, from: try #require(Data(base64Encoded: base64)))
        #expect(scores.imageId == (isSent ? imageID : nil))
    }

    @Test func leavesOutScoresThatNoHeaderHolds() async throws {
        let client = await ClientFixture.client(FakeServer())
        var upload = ToriiClient.Upload(picture: Self.picture)
        upload.scores = DeviceScores(labels: (0..<1303).map { .init("label_\($0)", confidence: 0.01) })
        #expect(try await client.request(for: upload).headers["Torii-Scores"] == nil)
    }

    @Test(
        arguments: [
            (429, #"{"code":"rate_limited","detail":"slower"}"#, .later, "rate_limited", "slower"),
            (503, "<html>", .later, nil, "the server answered 503"),
            (409, #"{"code":"idempotency_in_progress","detail":"wait"}"#, .later, "idempotency_in_progress", "wait"),
            (409, #"{"code":"idempotency_conflict","detail":"new key"}"#, .refused, "idempotency_conflict", "new key"),
            (415, #"{"code":"unsupported_media","detail":"GIF"}"#, .refused, "unsupported_media", "GIF"),
            (426, #"{"code":"client_too_old","detail":"old"}"#, .refused, "client_too_old", "old"),
            (200, "{}", .notUnderstood, nil, nil),
        ] as [(Int, String, ToriiClientError.Code, String?, String?)]
    )
    func tellsWhatToDoAboutAnAnswer(
        status: Int,
        body: String,
        code: ToriiClientError.Code,
        problem: String?,
        message: String?
    ) async throws {
        let client = await ClientFixture.client(FakeServer())
        let error = await #expect(throws: ToriiClientError.self) {
            try await client.answer(status: status, headers: ["Retry-After": "7"], body: Data(body.utf8))
        }
        #expect(error?.code == code)
        #expect(error?.status == status)
        #expect(error?.problem == problem)
        if let message { #expect(error?.message == message) }
        #expect(error?.retryAfter == (status == 200 ? nil : 7))
    }

    @Test func saysThatNoAnswerCame() async {
        let client = await ClientFixture.client(FakeServer())
        let error = await #expect(throws: ToriiClientError.self) {
            try await client.upload(ToriiClient.Upload(picture: Self.picture))
        }
        #expect(error?.code == .offline)
    }
}
