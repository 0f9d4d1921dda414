/// What a coded HEVC picture will cost, read from its network abstraction layer units. Source: ITU-T H.265, section 7.3.
struct HEVCStream {
    /// The largest sides that any of its parameter sets says, before cropping.
    private(set) var width = 0
    private(set) var height = 0
    private(set) var pictures = 0

    /// Bytes that stand before each unit's length; 1, 2 or 4.
    let lengthSize: Int

    /// Reads the parameter sets of an `hvcC` box.
    init(configuration box: ISOBox, in bytes: borrowing Span<UInt8>) throws(ImagingError) {
        guard let sizes = bytes.byte(at: box.content + 21), let arrays = bytes.byte(at: box.content + 22) else {
            throw .brokenHEIF("a decoder configuration is too short")
        }
        lengthSize = sizes & 3 + 1
        var offset = box.content + 23
        for _ in 0..<arrays {
            guard let count = bytes.uint16(at: offset + 1), offset + 3 <= box.end else { break }
            offset += 3
            for _ in 0..<count {
                guard let length = bytes.uint16(at: offset), offset + 2 + length <= box.end else {
                    throw .brokenHEIF("a decoder configuration is too short")
                }
                take(bytes, from: offset + 2, to: offset + 2 + length)
                offset += 2 + length
            }
        }
    }

    /// Reads one unit, without its length.
    mutating func take(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) {
        guard start + 2 < end, let head = bytes.byte(at: start) else { return }
        switch head >> 1 & 63 {
        case 0...31:
            // The first slice segment of a picture begins with a one.
            if let first = bytes.byte(at: start + 2), first & 0x80 != 0 { pictures += 1 }
        case 33:
            readSequence(Self.payload(bytes, from: start + 2, to: min(end, start + 2 + 128)))
        default:
            break
        }
    }

    /// Without the bytes that keep start codes out.
    private static func payload(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> [UInt8] {
        var payload: [UInt8] = []
        var zeros = 0
        for index in start..<max(start, end) {
            guard let byte = bytes.byte(at: index) else { break }
            if zeros >= 2 && byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            payload.append(UInt8(byte))
        }
        return payload
    }

    private mutating func readSequence(_ payload: [UInt8]) {
        var reader = BitReader(payload)
        reader.skip(4)
        let layers = reader.bits(3)
        reader.skip(1)
        // profile_tier_level: 88 bits of profile, 8 of level, then two flags for each sub-layer and what they announce.
        reader.skip(96)
        var present: [(profile: Bool, level: Bool)] = []
        for _ in 0..<layers { present.append((reader.flag(), reader.flag())) }
        if layers > 0 { reader.skip((8 - layers) * 2) }
        for layer in present {
            if layer.profile { reader.skip(88) }
            if layer.level { reader.skip(8) }
        }
        _ = reader.golomb()
        if reader.golomb() == 3 { reader.skip(1) }
        width = max(width, reader.golomb())
        height = max(height, reader.golomb())
    }
}
