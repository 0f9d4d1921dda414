/// What the chunks of a WebP say before a pixel is decoded. Source: RFC 9649.
struct WebPHeader {
    /// Of the canvas.
    private(set) var width = 0
    private(set) var height = 0
    /// The first frame's place on the canvas; all of it in a still picture.
    private(set) var frame = (x: 0, y: 0, width: 0, height: 0)
    private(set) var orientation = 1
    private(set) var isAnimated = false
    /// Whether the frame is stored without loss: it is then decoded in one piece of 4 bytes a pixel.
    private(set) var isLossless = false
    /// The chunks of the first frame: ALPH, VP8 or VP8L.
    private(set) var pixels = 0..<0
    private(set) var profile: Range<Int>?

    /// More chunks than this are no picture.
    private static let mostChunks = 10_000

    init(_ bytes: borrowing Span<UInt8>) throws(ImagingError) {
        guard let size = bytes.uint32(at: 4, littleEndian: true) else {
            throw ImagingError(.undecodableImage, "the WebP has no complete header")
        }
        // What follows the container is not the picture's; a container that claims more than is there is read as far as it is.
        let end = min(bytes.count, size + 8)
        var offset = 12
        var chunks = 0
        var canvas: (width: Int, height: Int)?
        while offset + 8 <= end, let length = bytes.uint32(at: offset + 4, littleEndian: true) {
            chunks += 1
            guard chunks <= Self.mostChunks else {
                throw ImagingError(.imageTooLarge, "the WebP has more than \(Self.mostChunks) chunks")
            }
            let data = offset + 8
            let next = data + length + (length & 1)
            if bytes.holds("VP8X", at: offset) {
                canvas = try Self.canvas(bytes, at: data)
            } else if bytes.holds("ICCP", at: offset), profile == nil, data + length <= end {
                profile = data..<data + length
            } else if bytes.holds("EXIF", at: offset), data + length <= end {
                orientation = Self.orientation(bytes, from: data, to: data + length)
            } else if bytes.holds("ANMF", at: offset), pixels.isEmpty {
                try readAnimationFrame(bytes, at: data, to: min(end, next))
            } else if pixels.isEmpty {
                try readFrame(bytes, at: offset, to: end)
            }
            offset = next
        }
        guard !pixels.isEmpty else { throw ImagingError(.undecodableImage, "the WebP holds no frame") }
        (width, height) = canvas ?? (frame.width, frame.height)
        guard frame.x + frame.width <= width, frame.y + frame.height <= height,
            isAnimated || (frame.width, frame.height) == (width, height)
        else { throw ImagingError(.undecodableImage, "the WebP's frame does not fit its canvas") }
    }

    private static func canvas(_ bytes: borrowing Span<UInt8>, at data: Int) throws(ImagingError) -> (Int, Int) {
        guard let width = bytes.uint24(at: data + 4, littleEndian: true),
            let height = bytes.uint24(at: data + 7, littleEndian: true)
        else {
            throw ImagingError(.undecodableImage, "the WebP has no complete header")
        }
        return (width + 1, height + 1)
    }

    /// Some writers put JPEG's mark before the TIFF structure.
    private static func orientation(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> Int {
        let marked = bytes.holds("Exif\0\0", at: start)
        return ExifOrientation.value(in: bytes, from: marked ? start + 6 : start, to: end)
    }

    private mutating func readAnimationFrame(
        _ bytes: borrowing Span<UInt8>,
        at data: Int,
        to end: Int
    ) throws(ImagingError) {
        isAnimated = true
        guard let x = bytes.uint24(at: data, littleEndian: true), let y = bytes.uint24(at: data + 3, littleEndian: true)
        else { return }
        var offset = data + 16
        while pixels.isEmpty, offset + 8 <= end, let length = bytes.uint32(at: offset + 4, littleEndian: true) {
            try readFrame(bytes, at: offset, to: end)
            offset += 8 + length + (length & 1)
        }
        frame.x = x * 2
        frame.y = y * 2
    }

    /// Takes the chunk at `offset` when it begins a frame.
    private mutating func readFrame(_ bytes: borrowing Span<UInt8>, at offset: Int, to end: Int) throws(ImagingError) {
        var image = offset
        if bytes.holds("ALPH", at: offset), let length = bytes.uint32(at: offset + 4, littleEndian: true) {
            image = offset + 8 + length + (length & 1)
            guard bytes.holds("VP8 ", at: image) else { return }
        }
        guard let length = bytes.uint32(at: image + 4, littleEndian: true), image + 18 <= end else { return }
        let data = image + 8
        if bytes.holds("VP8 ", at: image) {
            guard bytes.byte(at: data + 3) == 0x9D, bytes.uint16(at: data + 4) == 0x012A,
                let width = bytes.uint16(at: data + 6, littleEndian: true),
                let height = bytes.uint16(at: data + 8, littleEndian: true)
            else { throw ImagingError(.undecodableImage, "the WebP's frame has no header that can be read") }
            frame = (0, 0, width & 0x3FFF, height & 0x3FFF)
        } else if bytes.holds("VP8L", at: image) {
            guard bytes.byte(at: data) == 0x2F, let packed = bytes.uint32(at: data + 1, littleEndian: true) else {
                throw ImagingError(.undecodableImage, "the WebP's frame has no header that can be read")
            }
            frame = (0, 0, (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1)
            isLossless = true
        } else {
            return
        }
        guard frame.width > 0, frame.height > 0 else {
            throw ImagingError(.undecodableImage, "the WebP's header says \(frame.width) x \(frame.height) pixels")
        }
        pixels = offset..<min(end, data + length + (length & 1))
    }

    /// The decoder of lossless pictures keeps them whole.
    func checkMemory(_ limits: ImageLimits) throws(ImagingError) {
        let memory = frame.width * frame.height * 4
        guard !isLossless || memory <= limits.memoryBytes else {
            throw ImagingError(
                .imageTooLarge,
                "the lossless WebP needs \(memory) bytes of memory, at most \(limits.memoryBytes) are allowed"
            )
        }
    }
}
