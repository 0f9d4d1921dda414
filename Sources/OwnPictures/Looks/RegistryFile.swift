/// A registry of pictures as it lies in a file, read in place: hashes, sketches, and an index that finds all hashes within 31
/// bits of another by looking at a few thousand in a million.
///
/// A hash is cut into sixteen pieces of sixteen bits. Two hashes that differ in 31 bits at most differ in one bit at most in one
/// of the pieces (31 over 16 is less than 2), so whoever agrees in a piece but for a bit is looked at, nobody else (multi-index
/// hashing, Norouzi 2012).
///
/// Layout, little endian: `toriiown`, version, pictures, bytes of a sketch, 0 (four bytes each); hashes of 32 bytes; of each
/// piece 65,537 offsets and then the pictures' numbers by the piece's value (four bytes each); sketches.
package struct RegistryFile: Sendable, Hashable {
    package static let version: UInt32 = 1
    static let magic: [UInt8] = Array("toriiown".utf8)
    static let headerLength = 24
    static let pieces = 16
    static let values = 65_536

    /// The nearest picture.
    package struct Match: Sendable, Hashable {
        /// From 0, in the order of registration.
        package let picture: Int
        /// Bits that differ.
        package let distance: Int
    }

    /// Pictures in it.
    package let count: Int
    private let sketchLength: Int

    /// What the bytes say of themselves; nil when they are no registry of this version or are cut off. Everything else is
    /// asked with the same bytes.
    package init?(_ bytes: RawSpan) {
        guard bytes.byteCount >= Self.headerLength else { return nil }
        for (index, byte) in Self.magic.enumerated() where Self.byte(bytes, index) != byte { return nil }
        guard Self.number(bytes, 8) == Self.version else { return nil }
        count = Int(Self.number(bytes, 12))
        sketchLength = Int(Self.number(bytes, 16))
        guard sketchLength == 0 || sketchLength == ColorSketch.byteCount else { return nil }
        guard bytes.byteCount == Self.length(count: count, sketchLength: sketchLength) else { return nil }
    }

    static func length(count: Int, sketchLength: Int) -> Int {
        headerLength + count * 32 + pieces * (values + 1 + count) * 4 + count * sketchLength
    }

    // SAFETY: these loads check their bounds, and any bits are a number.
    private static func byte(_ bytes: RawSpan, _ at: Int) -> UInt8 {
        unsafe bytes.unsafeLoad(fromByteOffset: at, as: UInt8.self)
    }

    @inline(__always)
    private static func number(_ bytes: RawSpan, _ at: Int) -> UInt32 {
        UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt32.self))
    }

    @inline(__always)
    private static func word(_ bytes: RawSpan, _ at: Int) -> UInt64 {
        UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
    }

    /// The hash of a picture.
    @inline(__always)
    package func hash(of picture: Int, in bytes: RawSpan) -> SIMD4<UInt64> {
        let at = Self.headerLength &+ picture &* 32
        return SIMD4(
            Self.word(bytes, at),
            Self.word(bytes, at &+ 8),
            Self.word(bytes, at &+ 16),
            Self.word(bytes, at &+ 24)
        )
    }

    /// nil when the registry was made without.
    package func sketch(of picture: Int, in bytes: RawSpan) -> ColorSketch? {
        guard sketchLength > 0 else { return nil }
        let start = Self.length(count: count, sketchLength: 0) + picture * sketchLength
        return ColorSketch(bytes: (start..<start + sketchLength).map { Self.byte(bytes, $0) })
    }

    /// The nearest picture within `PerceptualHash.reach` bits; of equals the first registered.
    ///
    /// Complexity: 272 lists of a 65,536th of the pictures each.
    package func nearest(to hash: SIMD4<UInt64>, in bytes: RawSpan) -> Match? {
        var best: Match?
        for piece in 0..<Self.pieces {
            let value = Int(hash[piece / 4] >> UInt64(16 * (piece % 4)) & 0xFFFF)
            let table = Self.headerLength &+ count &* 32 &+ piece &* (Self.values + 1 + count) &* 4
            look(bytes, value, table, hash, &best)
            for bit in 0..<16 { look(bytes, value ^ 1 << bit, table, hash, &best) }
        }
        return best
    }

    @inline(__always)
    private func look(
        _ bytes: RawSpan,
        _ value: Int,
        _ table: Int,
        _ hash: SIMD4<UInt64>,
        _ best: inout Match?
    ) {
        // A damaged file must not lead out of its own lists.
        let from = min(Int(Self.number(bytes, table &+ 4 &* value)), count)
        let to = min(Int(Self.number(bytes, table &+ 4 &* value &+ 4)), count)
        let list = table &+ 4 &* (Self.values &+ 1)
        for place in from..<max(from, to) {
            let picture = Int(Self.number(bytes, list &+ 4 &* place))
            guard picture < count else { continue }
            let distance = PerceptualHash.distance(self.hash(of: picture, in: bytes), hash)
            guard distance <= PerceptualHash.reach else { continue }
            if let found = best, (found.distance, found.picture) <= (distance, picture) { continue }
            best = Match(picture: picture, distance: distance)
        }
    }
}
