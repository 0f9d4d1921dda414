/// What stands before the first IDAT of a PNG. Source: PNG specification (third edition), sections 5 and 11.
struct PNGHeader {
    let width: Int
    let height: Int
    let isInterlaced: Bool
    let isGray: Bool
    /// From an eXIf chunk before the pixels; 1 without one.
    private(set) var orientation = 1
    /// The zlib stream of an ICC profile.
    private(set) var profile: Range<Int>?
    private(set) var codePoints: (primaries: Int, transfer: Int)?

    /// More chunks than this before the pixels are no picture.
    private static let mostChunks = 200_000

    init(_ bytes: borrowing Span<UInt8>) throws(ImagingError) {
        guard bytes.uint32(at: 8) == 13, bytes.holds("IHDR", at: 12), let width = bytes.uint32(at: 16),
            let height = bytes.uint32(at: 20), let depth = bytes.byte(at: 24), let color = bytes.byte(at: 25),
            let interlace = bytes.byte(at: 28)
        else {
            throw ImagingError(.undecodableImage, "the PNG has no complete header")
        }
        guard width > 0, height > 0, width < 1 << 31, height < 1 << 31 else {
            throw ImagingError(.undecodableImage, "the PNG's header says \(width) x \(height) pixels")
        }
        guard Self.depths(ofColorType: color).contains(depth) else {
            throw ImagingError(.undecodableImage, "the PNG's header says color type \(color) with \(depth) bits")
        }
        self.width = width
        self.height = height
        isInterlaced = interlace == 1
        isGray = color & 2 == 0
        try readChunks(of: bytes)
    }

    private static func depths(ofColorType type: Int) -> [Int] {
        switch type {
        case 0: [1, 2, 4, 8, 16]
        case 3: [1, 2, 4, 8]
        case 2, 4, 6: [8, 16]
        default: []
        }
    }

    /// Steps from chunk to chunk as far as the first IDAT, which must exist.
    private mutating func readChunks(of bytes: borrowing Span<UInt8>) throws(ImagingError) {
        var offset = 33
        var chunks = 0
        while let length = bytes.uint32(at: offset), offset <= bytes.count - 8 {
            if bytes.holds("IDAT", at: offset + 4) { return }
            if bytes.holds("IEND", at: offset + 4) { break }
            chunks += 1
            guard chunks <= Self.mostChunks else {
                throw ImagingError(.imageTooLarge, "the PNG has more than \(Self.mostChunks) chunks before its pixels")
            }
            let data = offset + 8
            if bytes.holds("eXIf", at: offset + 4) {
                orientation = ExifOrientation.value(in: bytes, from: data, to: data + length)
            } else if bytes.holds("iCCP", at: offset + 4) {
                profile = Self.profile(in: bytes, from: data, to: data + length)
            } else if bytes.holds("cICP", at: offset + 4), let primaries = bytes.byte(at: data),
                let transfer = bytes.byte(at: data + 1)
            {
                codePoints = (primaries, transfer)
            }
            offset = data + length + 4
        }
        throw ImagingError(.undecodableImage, "the PNG holds no pixels")
    }

    /// Behind a name of up to 79 bytes, a zero, and the one method of compression that there is.
    private static func profile(in bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> Range<Int>? {
        guard end <= bytes.count else { return nil }
        for offset in start..<max(start, min(start + 80, end - 2)) where bytes.byte(at: offset) == 0 {
            return bytes.byte(at: offset + 1) == 0 ? offset + 2..<end : nil
        }
        return nil
    }
}
