/// One coded picture: an item of HEVC or AV1.
struct HEIFTile {
    enum Codec: Hashable { case hevc, av1 }

    let codec: Codec
    let width: Int
    let height: Int
    /// The decoder's configuration, `hvcC` or `av1C`.
    let configuration: ISOBox
    /// 0 for gray, 1 for chroma of half width and height, 2 for half width, 3 for full.
    let chroma: Int
    /// Matrix and range of the samples, where the container says them.
    let samples: ISOBox?
    let content: [Range<Int>]

    var length: Int { content.reduce(0) { $0 + $1.count } }

    /// A configuration is copied for every tile; none that a camera writes comes near this.
    private static let mostConfiguration = 8192

    init(item: Int, of items: HEIFItems, in bytes: borrowing Span<UInt8>) throws(ImagingError) {
        switch items.types[item] {
        case ISOBox.code("hvc1"), ISOBox.code("hev1"): codec = .hevc
        case ISOBox.code("av01"): codec = .av1
        case ISOBox.code("grid"), ISOBox.code("iovl"), ISOBox.code("iden"):
            throw .unreadHEIF("a picture made of pictures that are made of others")
        default: throw .unreadHEIF("a picture that is neither HEVC nor AV1")
        }
        guard let size = items.property("ispe", of: item), let width = bytes.uint32(at: size.content + 4),
            let height = bytes.uint32(at: size.content + 8), width > 0, height > 0
        else { throw .brokenHEIF("a picture in it has no size") }
        guard let configuration = items.property(codec == .hevc ? "hvcC" : "av1C", of: item) else {
            throw .brokenHEIF("a picture in it has no decoder configuration")
        }
        guard configuration.end - configuration.start <= Self.mostConfiguration else {
            throw .largeHEIF("a decoder configuration of more than \(Self.mostConfiguration) bytes")
        }
        (self.width, self.height, self.configuration) = (width, height, configuration)
        chroma = Self.chroma(of: codec, configuration, bytes)
        samples = Self.samples(of: item, items, bytes)
        content = try items.content(of: item, in: bytes)
    }

    private static func chroma(of codec: Codec, _ box: ISOBox, _ bytes: borrowing Span<UInt8>) -> Int {
        if codec == .hevc { return (bytes.byte(at: box.content + 16) ?? 1) & 3 }
        let flags = bytes.byte(at: box.content + 2) ?? 0
        if flags & 0x10 != 0 { return 0 }
        return flags & 8 == 0 ? 3 : flags & 4 == 0 ? 2 : 1
    }

    private static func samples(of item: Int, _ items: HEIFItems, _ bytes: borrowing Span<UInt8>) -> ISOBox? {
        for box in items.boxes(of: item) where box.isType("colr") && bytes.holds("nclx", at: box.content) {
            // Three numbers and a bit.
            return box.end - box.content == 11 ? box : nil
        }
        return nil
    }

    /// Looks into the coded data, as far as headers go: they must hold one picture of the size that the container says, so
    /// that no decoder is made to work for more.
    func checkStream(in bytes: borrowing Span<UInt8>) throws(ImagingError) {
        let found: (width: Int, height: Int, pictures: Int)
        switch codec {
        case .hevc:
            var stream = try HEVCStream(configuration: configuration, in: bytes)
            try readUnits(&stream, in: bytes)
            found = (stream.width, stream.height, stream.pictures)
        case .av1:
            var stream = AV1Stream()
            if configuration.content + 4 < configuration.end {
                stream.take(Self.copy([configuration.content + 4..<configuration.end], of: bytes))
            }
            stream.take(Self.copy(content, of: bytes))
            guard stream.isWhole else { throw .brokenHEIF("the units of its AV1 picture cannot be told apart") }
            found = (stream.width, stream.height, stream.pictures)
        }
        // Coded sides are padded to the size of a coding block, 64 at most, and cropped again.
        guard (width...width + 64).contains(found.width), (height...height + 64).contains(found.height) else {
            throw .brokenHEIF("a picture of \(width) x \(height) is coded as \(found.width) x \(found.height)")
        }
        // AV1 may hold a few layers of one picture.
        guard found.pictures > 0 else { throw .brokenHEIF("a picture in it has no coded data") }
        guard found.pictures <= (codec == .hevc ? 1 : 4) else { throw .largeHEIF("more than one picture in an item") }
    }

    private func readUnits(_ stream: inout HEVCStream, in bytes: borrowing Span<UInt8>) throws(ImagingError) {
        let parts = content.count == 1 ? nil : Self.copy(content, of: bytes)
        if let parts {
            try Self.readUnits(&stream, in: parts.span, from: 0, to: parts.count)
        } else {
            try Self.readUnits(&stream, in: bytes, from: content[0].lowerBound, to: content[0].upperBound)
        }
    }

    private static func readUnits(
        _ stream: inout HEVCStream,
        in bytes: borrowing Span<UInt8>,
        from start: Int,
        to end: Int
    ) throws(ImagingError) {
        var offset = start
        while offset < end {
            let size = stream.lengthSize
            let length: Int? =
                switch size {
                case 1: bytes.byte(at: offset)
                case 2: bytes.uint16(at: offset)
                case 4: bytes.uint32(at: offset)
                default: nil
                }
            guard let length, offset + size + length <= end else { throw .brokenHEIF("its coded data end too early") }
            stream.take(bytes, from: offset + size, to: offset + size + length)
            offset += size + length
        }
    }

    static func copy(_ ranges: [Range<Int>], of bytes: borrowing Span<UInt8>) -> [UInt8] {
        var copied: [UInt8] = []
        copied.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
        for range in ranges {
            unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe copied.append(contentsOf: $0) }
        }
        return copied
    }
}
