internal import CImaging

/// What a file says its numbers mean.
enum StoredColor: Hashable {
    /// Nothing, or nothing that can be used.
    case srgb
    /// An ICC profile for pictures of 1, 3 or 4 components.
    case profile([UInt8], components: Int)
    /// Of ITU-T H.273.
    case codePoints(primaries: Int, transfer: Int)

    /// Larger profiles are left aside: those for offset printing, the largest in use, have up to 2.7 MB.
    static let mostBytes = 3_000_000

    /// An uncompressed profile inside the file.
    init(_ range: Range<Int>?, components: Int, in bytes: borrowing Span<UInt8>) {
        guard let range, range.count <= Self.mostBytes, range.upperBound <= bytes.count else {
            self = .srgb
            return
        }
        self = .profile(HEIFTile.copy([range], of: bytes), components: components)
    }

    /// A profile in numbered pieces, as JPEG holds it: `pieces` by number from 1, all of `count`.
    init(pieces: [Int: Range<Int>], count: Int, components: Int, in bytes: borrowing Span<UInt8>) {
        let ranges = (1..<max(1, count + 1)).compactMap { pieces[$0] }
        guard !ranges.isEmpty, ranges.count == count, ranges.reduce(0, { $0 + $1.count }) <= Self.mostBytes else {
            self = .srgb
            return
        }
        self = .profile(HEIFTile.copy(ranges, of: bytes), components: components)
    }

    /// A profile behind zlib, as PNG holds it. What inflates to more than the limit is dropped when the limit is reached.
    init(deflated range: Range<Int>?, components: Int, in bytes: borrowing Span<UInt8>) {
        self = .srgb
        guard let range, range.upperBound <= bytes.count else { return }
        // Pictures of inks, whose profiles are large, are no PNGs.
        let room = min(Self.mostBytes, 1_000_000, range.count * 1100 + 1024)
        let profile = unsafe [UInt8](unsafeUninitializedCapacity: room) { out, count in
            count = unsafe bytes.extracting(range).withUnsafeBufferPointer { input in
                unsafe imaging_inflate(input.baseAddress, input.count, out.baseAddress, room)
            }
        }
        if !profile.isEmpty { self = .profile(profile, components: components) }
    }
}
