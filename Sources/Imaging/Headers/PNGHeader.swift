/// What stands before the first IDAT of a PNG. Source: PNG specification (third edition), sections 5 and 11.
struct PNGHeader {
    let width: Int
    let height: Int
    let isInterlaced: Bool
    /// From an eXIf chunk before the pixels; 1 without one.
    let orientation: Int

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
        orientation = try Self.orientation(in: bytes)
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
    private static func orientation(in bytes: borrowing Span<UInt8>) throws(ImagingError) -> Int {
        var orientation = 1
        var offset = 33
        while let length = bytes.uint32(at: offset), offset <= bytes.count - 8 {
            if bytes.holds("IDAT", at: offset + 4) { return orientation }
            if bytes.holds("IEND", at: offset + 4) { break }
            if bytes.holds("eXIf", at: offset + 4) {
                orientation = ExifOrientation.value(in: bytes, from: offset + 8, to: offset + 8 + length)
            }
            offset += 12 + length
        }
        throw ImagingError(.undecodableImage, "the PNG holds no pixels")
    }
}
