import Documents
import Economics
import Testing

@testable import Devices
@testable import Policy

@Suite("Policies for devices")
struct DevicePolicyTests {
    private static func policy(
        _ name: String = "ios",
        _ space: String = "apple-vision/18",
        edit: (String, String) -> String = { _, text in text }
    ) throws -> DevicePolicy {
        let documents = try PolicyFolder.shipped().map { document in
            PolicyDocument(
                path: document.path,
                bytes: Array(edit(document.path, String(decoding: document.bytes, as: UTF8.self)).utf8)
            )
        }
        let result = PolicyReader.read(documents, knownZones: PolicyFolder.zones, now: PolicyFolder.now)
        #expect(result.diagnostics.map(\.line) == [])
        let profile = try #require(result.set?.profiles[name])
        return DevicePolicy(profile: profile, scoreSpace: space, revision: 42, issuedAt: PolicyFolder.now)
    }

    private static func read(_ json: JSON) -> DevicePolicy? {
        DocumentReader.read(json.encoded(), file: "policy", dialect: .json).root.flatMap(DevicePolicy.init(json:))
    }

    @Test(arguments: [("ios", "apple-vision/18"), ("android", "ml-kit/17"), ("ios", "torii/1"), ("ios", "new/1")])
    func readsWhatItWrites(_ name: String, _ space: String) throws {
        let policy = try Self.policy(name, space)
        #expect(Self.read(policy.json) == policy || policy.space == nil)
        #expect(Self.read(policy.json)?.json == policy.json)
    }

    @Test func writesTheContractsForm() throws {
        let policy = try Self.policy { path, text in
            path == "ios.json5"
                ? text.replacing(
                    "keepThumbnails: false,",
                    with: """
                        keepThumbnails: false,
                        devices: {
                          minClient: { warn: "4.8.0", block: "3.0.0" },
                          rollout: { share: 0.5, salt: "autumn", otherwiseRevision: 41 },
                        },
                        """
                ) : text
        }
        let root = try #require(DocumentReader.read(policy.json.encoded(), file: "p", dialect: .json).root)
        #expect(root.object?.map(\.key).first == "document")
        #expect(root["document"]?.string == "torii-policy/1")
        #expect(root["revision"]?.integer == 42)
        #expect(root["issuedAt"]?.string == "2026-11-30T00:00:00Z")
        #expect(root["gate"]?["deadline"]?.string == "1200ms")
        #expect(root["gate"]?["sharpness"]?["min"]?.double == 0.18)
        #expect(
            root["gate"]?["saliencyArea"]?["needs"]?.array?.compactMap(\.string) == ["attentionArea", "objectnessArea"]
        )
        #expect(root["gate"]?["steps"]?.array?.map { $0["name"]?.string } == ["sharpness", "labels", "saliency"])
        #expect(root["gate"]?["steps"]?.array?[2]["classes"]?.array?.compactMap(\.string) == ["mid", "high"])
        #expect(root["governor"]?["backgroundNeeds"]?.array?.compactMap(\.string) == ["externalPower", "unmetered"])
        #expect(root["governor"]?["nightWindow"]?.string == "22:00-06:00")
        #expect(root["refresh"]?["minFetchInterval"]?.string == "6h")
        #expect(root["minClient"]?["block"]?.string == "3.0.0")
        #expect(root["rollout"]?["salt"]?.string == "autumn")
        #expect(root["rollout"]?["otherwiseRevision"]?.integer == 41)
        #expect(root["audit"]?["share"]?.double == 0.05)
        // Nothing a competitor could read: no money, no targets.
        let text = policy.json.text()
        for word in ["USD", "monthly", "sendRate", "ecpm", "falseRejects", "gemini"] { #expect(!text.contains(word)) }
    }

    @Test func sendsEverythingForASpaceNobodyKnows() throws {
        let policy = try Self.policy("ios", "apple-vision/27")
        #expect(policy.phase == .measure)
        #expect(policy.json == Self.read(policy.json)?.json)
        let root = try #require(DocumentReader.read(policy.json.encoded(), file: "p", dialect: .json).root)
        #expect(root["phase"]?.string == "measure")
        #expect(root["gate"]?["sharpness"] == nil)
        #expect(root["gate"]?["abstract"] == nil)
    }

    @Test func passesOverWhatItDoesNotKnow() throws {
        guard case .object(let members) = try Self.policy().json else { return }
        let newer = JSON.object(members + [.init("future", ["a": 1])])
        #expect(Self.read(newer) == (try Self.policy()))
        for name in ["document", "profile", "scoreSpace", "revision", "issuedAt", "phase"] {
            #expect(Self.read(.object(members.filter { $0.key != name })) == nil, "\(name)")
        }
    }

    @Test func canOnlySendBeforeTheFirstPolicyComes() {
        let bundled = DevicePolicy.bundled(profile: "ios", scoreSpace: "apple-vision/18")
        #expect(bundled.phase == .measure)
        #expect(bundled.space == nil)
        #expect(bundled.revision == 0)
    }

    @Test(arguments: [
        ("4.8.0", "4.8.0", false), ("4.7.9", "4.8.0", true), ("4.10.0", "4.9.0", false), ("4.8", "4.8.0", false),
        ("4.8.0-beta.1", "4.8.0", true), ("4.8.0+7", "4.8.0", false), ("10", "9.9.9.9", false),
    ])
    func comparesVersions(_ one: String, _ two: String, _ isOlder: Bool) throws {
        let versions = try (#require(ClientVersion(one)), #require(ClientVersion(two)))
        #expect((versions.0 < versions.1) == isOlder)
    }

    @Test(arguments: ["", "v4", "4..1", "1.2.3.4.5", "4.x", "-1", "1234567890", String(repeating: "1.", count: 17)])
    func refusesWhatIsNoVersion(_ text: String) { #expect(ClientVersion(text) == nil) }

    /// The first 8 bytes of SHA-256("r42:install-1"), big-endian, without their last 11 bits.
    @Test func cutsBucketsFromDigests() {
        #expect(Rollout.bucket(digest: [UInt8](repeating: 0xff, count: 32)) == (1 << 53) - 1)
        #expect(Rollout.bucket(digest: [0, 0, 0, 0, 0, 0, 0x08, 0, 9]) == 1)
        #expect(Rollout.text(salt: "r42", unit: "install-1") == "r42:install-1")
        #expect(!Rollout(salt: "a", share: 0).includes(bucket: 0))
        #expect(Rollout(salt: "a", share: 1).includes(bucket: (1 << 53) - 1))
        #expect(Rollout(salt: "a", share: 0.5).includes(bucket: (1 << 52) - 1))
        #expect(!Rollout(salt: "a", share: 0.5).includes(bucket: 1 << 52))
    }
}
