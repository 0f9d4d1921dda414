import TestSupport
import Testing

@testable import Gate
@testable import OwnPictures

@Suite struct RegistryFileTests {
    private static func hashes(_ count: Int, seed: UInt64) -> [SIMD4<UInt64>] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in SIMD4(random.next(), random.next(), random.next(), random.next()) }
    }

    private static func nearest(_ hash: SIMD4<UInt64>, in bytes: [UInt8]) -> RegistryFile.Match? {
        let raw = unsafe bytes.span.bytes
        return RegistryFile(raw)?.nearest(to: hash, in: raw)
    }

    private static func entries(in bytes: [UInt8]) -> [RegistryWriter.Entry]? {
        let raw = unsafe bytes.span.bytes
        guard let registry = RegistryFile(raw) else { return nil }
        var entries: [RegistryWriter.Entry] = []
        for picture in 0..<registry.count {
            guard let sketch = registry.sketch(of: picture, in: raw) else { return nil }
            entries.append(RegistryWriter.Entry(hash: registry.hash(of: picture, in: raw), sketch: sketch))
        }
        return entries
    }

    private static func count(in bytes: [UInt8]) -> Int? {
        let raw = unsafe bytes.span.bytes
        return RegistryFile(raw)?.count
    }

    @Test(arguments: [0, 1, 16, 30, 31])
    func findsEveryCopyWithinReach(bits: Int) {
        let hashes = Self.hashes(3000, seed: 1)
        let bytes = RegistryWriter.bytes(of: hashes)
        for picture in stride(from: 0, to: 3000, by: 7) {
            let asked = hashes[picture].flipped(bits: bits, seed: UInt64(picture))
            #expect(Self.nearest(asked, in: bytes) == .init(picture: picture, distance: bits))
        }
    }

    @Test func findsNothingBeyondReach() {
        let hashes = Self.hashes(3000, seed: 2)
        let bytes = RegistryWriter.bytes(of: hashes)
        for picture in stride(from: 0, to: 3000, by: 31) {
            #expect(Self.nearest(hashes[picture].flipped(bits: 32, seed: 5), in: bytes) == nil)
        }
    }

    @Test func prefersTheNearestThenTheFirst() {
        let hash = SIMD4<UInt64>(1, 2, 3, 4)
        let near = hash.flipped(bits: 3, seed: 1)
        let bytes = RegistryWriter.bytes(of: [hash.flipped(bits: 9, seed: 2), near, near])
        #expect(Self.nearest(hash, in: bytes) == .init(picture: 1, distance: 3))
    }

    @Test func keepsHashesAndSketches() throws {
        let pictures = try ["photo-dogs.jpg", "photo-city.jpg"].map { try Fixtures.picture($0) }
        let entries = pictures.map { RegistryWriter.Entry(hash: PerceptualHash($0).words, sketch: ColorSketch($0)) }
        #expect(Self.entries(in: RegistryWriter.bytes(of: entries)) == entries)
    }

    @Test func refusesWhatIsNoRegistry() {
        let bytes = RegistryWriter.bytes(of: Self.hashes(3, seed: 3))
        #expect(Self.count(in: bytes) == 3)
        #expect(Self.count(in: Array(bytes.dropLast())) == nil)
        #expect(Self.count(in: Array(bytes.prefix(20))) == nil)
        for place in [0, 8, 12, 16] {
            var wrong = bytes
            wrong[place] ^= 1
            #expect(Self.count(in: wrong) == nil)
        }
    }
}
