import Platform
import TestSupport
import Testing

@Suite struct CryptoTests {
    /// FIPS 180-4 examples.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func hashesTheStandardsExamples(text: String, expected: String) {
        #expect(Encoding.hex(Crypto.sha256(Array(text.utf8))) == expected)
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func hashesPiecesLikeTheWhole(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = random.bytes(5_000)
        var hash = SHA256()
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Int(random.next() % 200))
            hash.update(Array(bytes[start..<end]))
            start = end
        }
        #expect(hash.digest == Crypto.sha256(bytes), "seed \(seed)")
    }

    @Test func goesOnAfterADigestAndCopiesByValue() {
        var first = SHA256()
        first.update(Array("a".utf8))
        var second = first
        #expect(first.digest == Crypto.sha256(Array("a".utf8)))
        second.update(Array("bc".utf8))
        #expect(second.digest == Crypto.sha256(Array("abc".utf8)))
        #expect(first.digest == Crypto.sha256(Array("a".utf8)))
    }

    @Test func drawsBytesThatDoNotRepeat() {
        #expect(Crypto.randomBytes(0) == [])
        #expect(Crypto.randomBytes(33).count == 33)
        #expect(Set((0..<1_000).map { _ in Crypto.randomBytes(16) }).count == 1_000)
        #expect(Set((0..<1_000).map { _ in Crypto.randomBits() }).count == 1_000)
    }

    @Test(
        arguments: [
            ([], [], true), ([1], [1], true), ([1, 2], [1, 3], false), ([0, 2], [1, 2], false), ([1], [1, 1], false),
            ([], [0], false),
        ] as [([UInt8], [UInt8], Bool)]
    )
    func comparesWholeStrings(left: [UInt8], right: [UInt8], alike: Bool) {
        #expect(Crypto.equal(left, right) == alike)
    }
}
