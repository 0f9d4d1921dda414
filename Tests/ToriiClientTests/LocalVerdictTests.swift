import Devices
import Platform
import Policy
import Testing

@testable import ToriiClient

/// Verdicts of a device by its own scores.
struct LocalVerdictTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var scores = ClientFixture.bare
        let isSent: Bool
        let reasons: [String]
        var testDescription: String { name }

        init(_ name: String, isSent: Bool, _ reasons: [String], _ change: (inout DeviceScores) -> Void = { _ in }) {
            self.name = name
            self.isSent = isSent
            self.reasons = reasons
            change(&scores)
        }
    }

    static let cases = [
        Case("base", isSent: false, ["low_saliency"]),
        Case("blurred", isSent: false, ["too_blurry", "low_saliency"]) { $0.sharpness = 0.1 },
        Case("at the threshold", isSent: false, ["low_saliency"]) { $0.sharpness = 0.18 },
        Case("own", isSent: false, ["low_saliency", "own_watermark"]) { $0.ownWatermark = 0.5 },
        Case("salient", isSent: true, ["gate_passed"]) { $0.attentionArea = 0.06 },
        Case("textile", isSent: true, ["abstract_bypass"]) { $0.labels = [.init("Textile", confidence: 0.45)] },
        Case("weak textile", isSent: false, ["low_saliency"]) { $0.labels = [.init("textile", confidence: 0.29)] },
        Case("precise textile", isSent: true, ["abstract_bypass"]) {
            $0.labels = [.init("textile", confidence: 0.29, meetsPrecision: true)]
        },
        Case("no labels", isSent: true, ["insufficient_evidence"]) { $0.labels = nil },
        Case("labels of no model", isSent: true, ["insufficient_evidence"]) {
            $0.labels = (0..<6).map { .init("l\($0)", confidence: 0.5) }
        },
        Case("label past 1", isSent: true, ["insufficient_evidence"]) { $0.labels = [.init("dog", confidence: 2.8)] },
        Case("no attention", isSent: true, ["insufficient_evidence"]) { $0.attentionArea = nil },
        Case("NaN", isSent: true, ["insufficient_evidence"]) { $0.attentionArea = .nan },
        Case("negative", isSent: true, ["insufficient_evidence"]) { $0.attentionArea = -0.3 },
        Case("past 1", isSent: true, ["scores_unusable"]) { $0.sharpness = 2.5 },
        Case("a hair below 0", isSent: false, ["low_saliency"]) { $0.attentionArea = -0.0004 },
        Case("out of time", isSent: true, ["gate_timed_out"]) { $0.status = .timedOut },
        Case("nothing", isSent: true, ["insufficient_evidence"]) { $0 = DeviceScores() },
    ]

    @Test(arguments: cases)
    func judges(_ one: Case) {
        let verdict = LocalVerdict(of: one.scores, imageID: "a", by: ClientFixture.policy())
        #expect(verdict.isSent == one.isSent)
        #expect(verdict.isReject == !one.isSent)
        #expect(verdict.reasons == one.reasons)
        #expect(!verdict.isAudit)
    }

    @Test func theKillSwitchSendsEverything() {
        let policy = ClientFixture.policy(isGateEnabled: false)
        let verdict = LocalVerdict(of: ClientFixture.bare, imageID: "a", by: policy)
        #expect(verdict.isSent && !verdict.isReject)
        #expect(verdict.reasons == ["gate_disabled"])
    }

    /// The hash decides, so that the count is exact and the same on every system.
    @Test func drawsAuditsByHash() {
        let policy = ClientFixture.policy(audit: 0.05)
        let drawn = (0..<1000).filter { LocalVerdict(of: ClientFixture.bare, imageID: "p\($0)", by: policy).isAudit }
        #expect(drawn.count == 60)
        #expect(drawn.prefix(3) == [31, 33, 56])
        let own = (0..<1000).filter {
            var scores = ClientFixture.bare
            (scores.attentionArea, scores.ownWatermark) = (0.5, 1)
            return LocalVerdict(of: scores, imageID: "p\($0)", by: policy).isAudit
        }
        #expect(own.isEmpty)
    }

    @Test func hashesAsLibsodiumDoesAroundTheEndsOfBlocks() {
        for length in 0...130 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            #expect(SHA256.digest(of: bytes) == Crypto.sha256(bytes), "\(length)")
        }
    }

    /// FIPS 180-4's examples.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func hashes(text: String, digest: String) {
        #expect(SHA256.hex(SHA256.digest(of: Array(text.utf8))) == digest)
    }
}
