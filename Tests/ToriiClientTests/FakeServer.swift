import Devices
import Documents
import Economics
import Foundation
import Platform
import Policy
import TestSupport

@testable import ToriiClient

/// Answers a client from a script, signs what it is told to, and remembers what it was asked.
actor FakeServer: Transport {
    struct Offline: Error {}

    static let signing = Ed25519.SigningKey(seed: Array(0..<32))
    private var answers: [TransportResponse?] = []
    private(set) var asked: [TransportRequest] = []

    /// One for each request that comes; nil is no answer. The last one stays.
    func script(_ answers: TransportResponse?...) {
        self.answers = answers
        asked = []
    }

    func response(to request: TransportRequest) throws -> TransportResponse {
        asked.append(request)
        let answer = answers.count > 1 ? answers.removeFirst() : answers.first ?? nil
        guard let answer else { throw Offline() }
        return answer
    }

    /// A policy as the server would send it.
    ///
    /// - Parameter body: Instead of the policy's own bytes.
    static func policy(_ policy: DevicePolicy, body: [UInt8]? = nil, key: String = "k1") -> TransportResponse {
        let bytes = policy.json.encoded()
        let signature = signing?.signature(of: Array(DevicePolicy.signedPrefix.utf8) + bytes) ?? []
        let text = String(decoding: Encoding.base64(signature), as: UTF8.self)
        return TransportResponse(
            status: 200,
            headers: [
                "etag": "\"r\(policy.revision)\"",
                "torii-signature": "keyid=\"\(key)\", alg=\"ed25519\", sig=:\(text):",
            ],
            body: Data(body ?? bytes)
        )
    }

    static let unchanged = TransportResponse(status: 304, headers: [:], body: Data())
    static let broken = TransportResponse(status: 500, headers: [:], body: Data())
}

/// libsodium in place of CryptoKit.
struct SodiumVerifier: SignatureVerifier {
    func isValid(_ signature: Data, of message: Data, publicKey: Data) -> Bool {
        Ed25519.isValid(Array(signature), of: Array(message), publicKey: Array(publicKey))
    }
}

/// Stands still until it is moved.
final class HeldClock: ClientClock {
    private let date: Locked<Date>

    init(_ date: Date = Date(timeIntervalSince1970: 1_796_000_000)) { self.date = Locked(date) }

    var now: Date { date.withLock { $0 } }
    func move(_ seconds: TimeInterval) { date.withLock { $0 += seconds } }
}

enum ClientFixture {
    static func policy(
        revision: Int = 42,
        profile: String = "ios",
        phase: Phase = .enforce,
        isGateEnabled: Bool = true,
        audit: Double = 0,
        rollout: Rollout = Rollout(salt: "r", share: 1),
        warnBelow: String? = nil,
        blockBelow: String? = nil
    ) -> DevicePolicy {
        let bundled = DevicePolicy.bundled(profile: profile, scoreSpace: "apple-vision/18")
        let devices = bundled.devices
        return DevicePolicy(
            profile: profile,
            scoreSpace: "apple-vision/18",
            revision: revision,
            issuedAt: .seconds(1_796_000_000),
            phase: phase,
            isGateEnabled: isGateEnabled,
            deadline: bundled.deadline,
            abstractBypass: true,
            ownWatermark: true,
            space: ScoreSpaceSettings(
                name: "apple-vision/18",
                thresholds: Thresholds(sharpness: 0.18, saliencyArea: 0.06),
                labels: LabelMap(minConfidence: 0.3, kinds: ["textile": .texture], vetoes: ["receipt"])
            ),
            governor: bundled.governor,
            devices: DeviceSettings(
                steps: devices.steps,
                maxImagesPerRun: devices.maxImagesPerRun,
                uploadMaxSide: devices.uploadMaxSide,
                uploadQuality: devices.uploadQuality,
                uploadFormats: devices.uploadFormats,
                minFetchInterval: .seconds(6 * 3600),
                staleAfter: .seconds(7 * 86_400),
                onStale: .measure,
                warnBelow: warnBelow.flatMap(ClientVersion.init),
                blockBelow: blockBelow.flatMap(ClientVersion.init),
                rollout: rollout,
                dayBackgroundShare: devices.dayBackgroundShare
            ),
            audit: Rollout(salt: "audit-r\(revision)", share: audit)
        )
    }

    static func configuration(install: String = "install-1") -> ToriiClient.Configuration {
        ToriiClient.Configuration(
            server: URL(string: "http://localhost:8080/base/") ?? URL(fileURLWithPath: "/"),
            apiKey: "key",
            profile: "ios",
            scoreSpace: "apple-vision/18",
            family: "ios",
            appVersion: "4.12.0",
            installID: install,
            publicKeys: ["k1": Data(FakeServer.signing?.publicKey ?? [])],
            jitter: 0.5
        )
    }

    static func client(
        _ server: FakeServer,
        store: any PolicyStore = MemoryPolicyStore(),
        clock: HeldClock = HeldClock(),
        install: String = "install-1"
    ) async -> ToriiClient {
        await ToriiClient(
            configuration: configuration(install: install),
            transport: server,
            store: store,
            verifier: SodiumVerifier(),
            clock: clock
        )
    }

    /// Sharp, and nothing in it.
    static let bare = DeviceScores(
        sharpness: 0.31,
        attentionArea: 0.02,
        objectnessArea: 0.01,
        labels: [.init("dog", confidence: 0.91)]
    )
}
