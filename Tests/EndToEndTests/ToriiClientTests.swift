import Documents
import Foundation
import Platform
import Testing
import ToriiClient

/// An app's side against a running server, through `URLSession` and the public interface alone.
@Suite(.timeLimit(.minutes(5))) struct ToriiClientTests {
    /// libsodium, as an app on Linux or Android would bring a verifier of its own.
    private struct Verifier: SignatureVerifier {
        func isValid(_ signature: Data, of message: Data, publicKey: Data) -> Bool {
            Ed25519.isValid(Array(signature), of: Array(message), publicKey: Array(publicKey))
        }
    }

    private struct Wallpaper: Decodable {
        let primaryCategory: String
        let recommendedTags: [String]
    }

    private static func client(_ url: String, _ key: String, _ keys: [String: Data]) async throws -> ToriiClient {
        await ToriiClient(
            configuration: ToriiClient.Configuration(
                server: try #require(URL(string: url)),
                apiKey: key,
                profile: "ios",
                scoreSpace: "apple-vision/18",
                family: "ios",
                appVersion: "4.12.0",
                installID: "install-1",
                publicKeys: keys
            ),
            transport: URLSessionTransport(),
            store: MemoryPolicyStore(),
            verifier: Verifier()
        )
    }

    /// As an app bundles them.
    private static func publicKeys(_ server: TestServer) throws -> [String: Data] {
        let printed = try ToriiProcess.run(["keys", "signing", "--data", server.data, "--json"])
        let root = try #require(
            DocumentReader.read(Array(printed.output.utf8), file: "keys", dialect: .json).root,
            "\(printed.output)"
        )
        var keys: [String: Data] = [:]
        for key in root["keys"]?.array ?? [] {
            keys[try #require(key["id"]?.string)] = Data(base64Encoded: try #require(key["publicKey"]?.string))
        }
        return keys
    }

    private static let cases: [(DeviceScores, isReject: Bool)] = [
        (DeviceScores(sharpness: 0.1, attentionArea: 0.3, labels: [.init("dog", confidence: 0.9)]), true),
        (
            DeviceScores(
                sharpness: 0.31,
                attentionArea: 0.02,
                objectnessArea: 0.01,
                labels: [.init("dog", confidence: 0.91)]
            ), true
        ),
        (
            DeviceScores(
                sharpness: 0.31,
                attentionArea: 0.02,
                objectnessArea: 0.01,
                labels: [.init("textile", confidence: 0.83)]
            ), false
        ),
        (
            DeviceScores(
                sharpness: 0.5,
                attentionArea: 0.4,
                objectnessArea: 0.2,
                labels: [.init("dog", confidence: 0.9)]
            ), false
        ),
        (DeviceScores(attentionArea: 0.02, objectnessArea: 0.01), false),
        (DeviceScores(sharpness: 31, attentionArea: 40, objectnessArea: 0), false),
        (DeviceScores(sharpness: 9, attentionArea: 0.2), false),
        (DeviceScores(status: .timedOut), false),
        (DeviceScores(), false),
    ]

    /// Drawn by the device or, when it asks, by the server: the picture is known for the audit it is.
    @Test func followsAuditsToTheirPictures() async throws {
        let server = try await TestServer { path, text in
            path == "ios.json5" ? text.replacing("auditShare: 0.05", with: "auditShare: 1") : text
        }
        defer { server.end() }
        let (process, url) = try await server.start()
        let client = try await Self.client(url, try server.makeKey(), try Self.publicKeys(server))
        #expect(await client.renew() == .renewed(revision: 1))
        let scores = Self.cases[0].0
        func picture(_ name: String) throws -> Data {
            try Data(contentsOf: URL(fileURLWithPath: "\(TestServer.root)/Tests/Fixtures/pictures/\(name).jpg"))
        }
        let drawn = await client.judge(scores, imageID: "picture-1")
        #expect(drawn.isReject && drawn.isAudit && drawn.isSent)
        let own = ToriiClient.Upload(picture: try picture("photo-coast"), scores: scores, verdict: drawn)
        #expect(try await client.upload(own).reasons.last == "device_audit")

        let other = await client.judge(scores, imageID: "picture-2")
        let there = try await client.report(.init(imageID: "picture-2", scores: scores, verdict: other))
        #expect(there.isAudit && !there.isReject)
        let asked = ToriiClient.Upload(picture: try picture("photo-dogs"), serverVerdict: there)
        #expect(try await client.upload(asked).reasons.last == "asked_audit")
        #expect(process.terminate() == 0)
    }

    @Test func fetchesJudgesReportsAndUploads() async throws {
        let server = try await TestServer { path, text in
            path == "ios.json5" ? text.replacing("auditShare: 0.05", with: "auditShare: 0") : text
        }
        defer { server.end() }
        let (process, url) = try await server.start()
        let client = try await Self.client(url, try server.makeKey(), try Self.publicKeys(server))
        #expect(await client.status.revision == 0)
        #expect(await client.renew() == .renewed(revision: 1))
        #expect(await client.renew(force: true) == .unchanged)
        #expect(await client.status.enforces)

        // Its verdicts are the server's, asked one by one and together.
        var judged: [ToriiClient.Judged] = []
        for (index, (scores, isReject)) in Self.cases.enumerated() {
            let verdict = await client.judge(scores, imageID: "picture-\(index)")
            #expect(verdict.isReject == isReject, "\(scores)")
            let one = ToriiClient.Judged(imageID: "picture-\(index)", scores: scores, verdict: verdict)
            judged.append(one)
            let there = try await client.report(one)
            #expect(there.isReject == verdict.isReject, "\(scores)")
            #expect(there.reasons == verdict.reasons, "\(scores)")
            #expect(!there.isStale)
        }
        // Together they are told, not asked.
        let together = try await client.report(judged)
        #expect(together.map { $0?.reasons } == judged.map { $0.verdict.reasons + ["device_judged"] })

        let path = "\(TestServer.root)/Tests/Fixtures/pictures/photo-coast.jpg"
        let picture = try Data(contentsOf: URL(fileURLWithPath: path))
        var upload = ToriiClient.Upload(picture: picture)
        upload.scores = Self.cases[3].0
        upload.verdict = judged[3].verdict
        upload.conditions = DeviceConditions(thermal: .serious, batteryLevel: 0.655, network: .wifi, metered: false)
        let answer = try await client.upload(upload)
        #expect(answer.outcome == "sent" && answer.source == "cloud" && !answer.isReplayed && !answer.isWaiting)
        #expect(answer.costNanoUSD > 0)
        let wallpaper = try #require(try answer.classification(as: Wallpaper.self))
        #expect(!wallpaper.primaryCategory.isEmpty && wallpaper.recommendedTags.count >= 3)
        let told = DocumentReader.read(Array(answer.json), file: "answer", dialect: .json).root
        #expect(told?["device"]?["warnings"]?.array?.isEmpty == true)
        #expect(told?["device"]?["scoreSpace"]?.string == "apple-vision/18")
        #expect(told?["warnings"] == nil)

        // Sent again, as background sessions do, it costs nothing.
        let again = try await client.upload(upload)
        #expect(again.isReplayed && again.json == answer.json)
        let asked = try await client.answer(to: answer.decisionID)
        #expect(asked.json == answer.json)
        try await client.tell(answer.decisionID, isRight: false, category: "urban")

        upload.picture = Data("no picture".utf8)
        await #expect(throws: ToriiClientError.self) { try await client.upload(upload) }
        do {
            _ = try await client.upload(upload)
        } catch {
            #expect(error.code == .refused && error.status == 415 && error.problem == "unsupported_media")
        }
        #expect(process.terminate() == 0)
        await #expect(throws: ToriiClientError.self) { try await client.report(judged[0]) }
        #expect(await client.renew(force: true) == .failed(.offline))
        // The policy at hand goes on deciding.
        #expect(await client.judge(Self.cases[0].0, imageID: "picture-0").reasons == ["too_blurry"])
    }
}
