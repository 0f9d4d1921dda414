import Control
import Documents
import Ledger
import Platform
import Policy
import TestSupport
import Testing

@testable import Server

@Suite("Live strictness")
struct StrictnessTests {
    private static let name = dial()

    private static func dial(_ profile: String = "ios", space: String = "torii/1") -> DialName {
        DialName(profile: profile, space: space, isAsked: false)
    }

    private static func certificate() -> Certificate {
        Certificate(
            pathWeight: 0.75,
            sharpness: .init(ceiling: 0.319_933_727_6, ceilingRank: 0.36, floor: 0.12, conservative: 0.07),
            area: .init(ceiling: 0.116_968, ceilingRank: 0.27, floor: 0.03, conservative: 0.01),
            uploads: 63_000,
            falseRejects: 5,
            bound: 0.000_166_882_9,
            confidence: 0.95,
            from: 0,
            to: 604_790_400
        )
    }

    @Test func findsACertificateAgainAsItWas() throws {
        let folder = try TemporaryFolder()
        let shelf = CertificateShelf(folder: folder.path)
        #expect(shelf.certificate(Self.name) == nil)
        try shelf.put(Self.certificate(), Self.name)
        #expect(shelf.certificate(Self.name) == Self.certificate())
        #expect(shelf.certificate(Self.dial("android")) == nil)
    }

    @Test func thresholdsNeverCrossScoreSpaces() throws {
        let folder = try TemporaryFolder()
        let shelf = CertificateShelf(folder: folder.path)
        try shelf.put(Self.certificate(), Self.name)
        let path = folder.file("certificate-ios-torii_1-pictures.json")
        let other = folder.file("certificate-ios-torii_2-pictures.json")
        try FileContent.write(FileContent.read(path), to: other)
        #expect(shelf.certificate(Self.name) != nil)
        #expect(shelf.certificate(Self.dial(space: "torii/2")) == nil)
    }

    /// Cut anywhere, or with a single bit turned anywhere: no certificate, never another one.
    @Test func takesADamagedCertificateForNone() throws {
        let folder = try TemporaryFolder()
        let shelf = CertificateShelf(folder: folder.path)
        try shelf.put(Self.certificate(), Self.name)
        let path = folder.file("certificate-ios-torii_1-pictures.json")
        let whole = try FileContent.read(path)
        for length in stride(from: 0, to: whole.count - 1, by: 7) {
            try FileContent.write(Array(whole.prefix(length)), to: path)
            #expect(shelf.certificate(Self.name) == nil, "cut at \(length)")
        }
        for index in stride(from: 0, to: whole.count, by: 5) {
            var bytes = whole
            bytes[index] ^= 0x08
            try FileContent.write(bytes, to: path)
            let found = shelf.certificate(Self.name)
            #expect(found == nil || found == Self.certificate(), "bit turned at \(index)")
        }
    }

    private static func setup(store: any LedgerStore = MemoryStore()) throws -> ServerUnderTest.Setup {
        var setup = ServerUnderTest.Setup()
        setup.store = store
        setup.documents = try PolicyDocuments.documents { path, text in
            if path == "ios.json5" { try text.change("mode: \"off\"", to: "mode: \"auto\"") }
        }
        return setup
    }

    @Test(.timeLimit(.minutes(10)))
    func isConservativeWithoutEvidence() async throws {
        try await ServerUnderTest.run(Self.setup()) { server in
            // Below the `min` of its profile: without a certificate nothing says that it may be rejected.
            let answer = try await server.upload(Pictures.blurred(1))
            #expect(answer.string("verdict") == "send")
            let record = try #require(try await server.decisions().first)
            #expect(record.thresholds == Thresholds(sharpness: 0, saliencyArea: 0))
            #expect(record.control?.number == 0 && record.control?.state == "conservative")
            let service = server.server.service
            let standings = service.gateway.strictness.standings(service.policies.snapshots)
            #expect(standings.map(\.name) == [Self.name])
            let standing = try #require(standings.first)
            #expect(standing.state == .conservative)
            #expect(standing.judged == 1 && standing.sent == 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func showsItsStateInTheMetrics() async throws {
        try await ServerUnderTest.run(Self.setup()) { server in
            _ = try await server.upload(Pictures.sharp(seed: 1))
            let answer = try await server.get("/metrics", key: ServerUnderTest.readKey)
            let samples = try Metrics(String(decoding: answer.body, as: UTF8.self)).samples
            let dial = "profile=\"ios\",score_space=\"torii/1\",source=\"pictures\""
            #expect(samples["torii_controller_state{\(dial),state=\"conservative\"}"] == "1")
            #expect(samples["torii_controller_state{\(dial),state=\"hold\"}"] == "0")
            #expect(samples["torii_false_reject_upper_ratio{\(dial),evidence=\"certificate\"}"] == "1.0")
            #expect(samples["torii_false_reject_limit_ratio{profile=\"ios\"}"] == "0.00018")
            #expect(samples["torii_controller_credit_images{\(dial)}"] == "0.0")
        }
    }

    /// A profile whose dial is off is judged by its own numbers, as ever.
    @Test(.timeLimit(.minutes(10)))
    func leavesOtherProfilesAlone() async throws {
        try await ServerUnderTest.run { server in
            let answer = try await server.upload(Pictures.blurred(1))
            #expect(answer.string("verdict") == "reject")
            let record = try #require(try await server.decisions().first)
            #expect(record.thresholds == Thresholds(sharpness: 0.18, saliencyArea: 0.06))
        }
    }
}
