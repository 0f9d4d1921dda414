import Gate
import Imaging
import OwnPictures
import Platform
import Policy
import TestSupport
import Testing

@testable import Server

/// Own pictures known by their look or their mark.
struct OwnPictureTests {
    private static func copy(_ picture: [UInt8]) throws -> [UInt8] {
        try ImageEncoder.jpeg(ImageDecoder.image(from: picture, maxSide: 256), quality: 0.8)
    }

    private static func key(seed: UInt64) -> PilotKey {
        var random = SeededGenerator(seed: seed)
        return PilotKey(random: (0..<PilotKey.words).map { _ in random.next() })
    }

    @Test(.timeLimit(.minutes(10)))
    func keepsACopyOfARegisteredPictureBackOnceItIsRegistered() async throws {
        let folder = try TemporaryFolder()
        var setup = ServerUnderTest.Setup()
        setup.data = folder.path
        try await ServerUnderTest.run(setup) { server in
            let (picture, other) = (try Pictures.sharp(seed: 61), try Pictures.sharp(seed: 62))
            #expect(try await server.upload(Self.copy(picture)).string("outcome") == "sent")
            var book = try OwnPictureBook(data: folder.path)
            #expect(book.add(try ImageDecoder.image(from: picture)) == .added)
            #expect(book.add(try ImageDecoder.image(from: Self.copy(picture))) == .known)
            try book.write()
            // Other bytes, so that no cache answers.
            #expect(try await server.upload(Self.copy(picture) + [0]).reasons == ["own_watermark"])
            #expect(try await server.upload(other).string("outcome") == "sent")
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func keepsAPictureBackThatCarriesTheMarkOfItsKey() async throws {
        let picture = try FileContent.read(PolicyDocuments.root + "/Tests/Fixtures/pictures/photo-dogs.jpg")
        let whole = try ImageDecoder.image(from: picture, maxSide: 1024)
        let (key, other) = (Self.key(seed: 71), Self.key(seed: 72))
        let ours = try ImageEncoder.jpeg(PilotMark.marked(whole, key: key), quality: 0.9)
        let theirs = try ImageEncoder.jpeg(PilotMark.marked(whole, key: other), quality: 0.9)
        var setup = ServerUnderTest.Setup()
        setup.watermarkKey = key
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.upload(ours)
            #expect(answer.reasons == ["own_watermark"])
            #expect(try await server.upload(theirs).string("outcome") == "sent")
            #expect(try await server.upload(picture).string("outcome") == "sent")
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func servesWithARegistryThatIsDamagedAndSaysSo() async throws {
        let folder = try TemporaryFolder()
        let picture = try Pictures.sharp(seed: 64)
        var book = try OwnPictureBook(data: folder.path)
        #expect(book.add(try ImageDecoder.image(from: picture)) == .added)
        try book.write()
        let path = OwnPictures.path(in: folder.path)
        let whole = try FileContent.read(path, maxBytes: 1 << 26)
        try FileContent.write(Array(whole.dropLast()), to: path)
        var setup = ServerUnderTest.Setup()
        setup.data = folder.path
        try await ServerUnderTest.run(setup) { server in
            func said(_ message: String) -> Int { server.log.messages.count { $0 == message } }
            let damaged = "pictures registered by look not read: uploads are not compared with them"
            #expect(said(damaged) == 1)
            #expect(try await server.upload(Self.copy(picture)).string("outcome") == "sent")
            #expect(said(damaged) == 1)
            // The very bytes are known without it.
            let hash = Encoding.hex(Crypto.sha256(picture))
            #expect(try await server.control("watermark/register", ["hashes": [.string(hash)]]).integer("new") == 1)
            #expect(try await server.upload(picture).reasons == ["own_watermark"])
            #expect(said("pictures registered by look") == 0)
            try FileContent.write(whole, to: path)
            #expect(try await server.upload(Self.copy(picture) + [0]).reasons == ["own_watermark"])
            #expect(said("pictures registered by look") == 1)
        }
    }

    @Test func reportsWhatBecameOfTheRegistry() throws {
        let folder = try TemporaryFolder()
        let reported = Locked<[OwnPictures.Condition]>([])
        let own = OwnPictures(data: folder.path) { condition in reported.withLock { $0.append(condition) } }
        #expect(!own.canLook)
        var book = try OwnPictureBook(data: folder.path)
        #expect(book.add(try ImageDecoder.image(from: try Pictures.sharp(seed: 65))) == .added)
        try book.write()
        #expect(own.canLook)
        let path = OwnPictures.path(in: folder.path)
        try FileContent.write(Array("no registry".utf8), to: path)
        #expect(!own.canLook)
        let cause = "`\(path)` is cut off, or no registry of this version: move it away, register again"
        #expect(reported.withLock { $0 } == [.absent, .open(pictures: 1), .damaged(cause)])
    }

    @Test func evidenceSaysHowItIsKnown() throws {
        let picture = try Pictures.sharp(seed: 63)
        let white = GateSettings.RGB(red: 255, green: 255, blue: 255)
        let plain = try MeasuredPicture.measured(from: picture, background: white)
        #expect(plain.evidence(ownWatermark: nil).ownWatermark == nil)
        #expect(plain.evidence(ownWatermark: true).ownWatermark == true)
        let looked = try MeasuredPicture.measured(
            from: picture,
            background: white,
            own: OwnPictures(data: nil, key: Self.key(seed: 63))
        )
        #expect(looked.own == nil)
        #expect(looked.evidence(ownWatermark: nil).ownWatermark == false)
    }
}
