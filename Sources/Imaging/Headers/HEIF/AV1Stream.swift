/// What a coded AV1 picture will cost, read from its open bitstream units. Source: AV1 bitstream specification, section 5.
struct AV1Stream {
    /// The largest sides that any sequence header allows a frame.
    private(set) var width = 0
    private(set) var height = 0
    private(set) var pictures = 0
    private(set) var isWhole = true

    /// Reads units of `bytes`, which must be complete.
    mutating func take(_ bytes: [UInt8]) {
        var offset = 0
        while offset < bytes.count {
            let head = Int(bytes[offset])
            let type = head >> 3 & 15
            var at = offset + (head & 4 != 0 ? 2 : 1)
            var length = bytes.count - at
            if head & 2 != 0 {
                guard let size = Self.leb128(bytes, at: &at) else { return isWhole = false }
                length = size
            }
            guard length >= 0, at + length <= bytes.count else { return isWhole = false }
            switch type {
            case 1: readSequence(Array(bytes[at..<min(at + length, at + 256)]))
            // A frame header of its own, or a whole frame; what repeats a header costs nothing.
            case 3, 6: pictures += 1
            default: break
            }
            offset = at + length
        }
    }

    private static func leb128(_ bytes: [UInt8], at offset: inout Int) -> Int? {
        var value = 0
        for index in 0..<8 {
            guard offset < bytes.count else { return nil }
            let byte = Int(bytes[offset])
            offset += 1
            value |= (byte & 0x7F) << (7 * index)
            if byte & 0x80 == 0 { return value < 1 << 40 ? value : nil }
        }
        return nil
    }

    private mutating func readSequence(_ payload: [UInt8]) {
        var reader = BitReader(payload)
        reader.skip(4)
        if reader.flag() {
            // reduced_still_picture_header
            reader.skip(5)
        } else {
            let model = readTiming(&reader)
            readOperatingPoints(&reader, model: model)
        }
        let widthBits = reader.bits(4) + 1
        let heightBits = reader.bits(4) + 1
        width = max(width, reader.bits(widthBits) + 1)
        height = max(height, reader.bits(heightBits) + 1)
        if reader.isPastEnd { isWhole = false }
    }

    /// The length of decoder model delays, `nil` without a model.
    private func readTiming(_ reader: inout BitReader) -> Int? {
        guard reader.flag() else { return nil }
        reader.skip(64)
        if reader.flag() { _ = reader.golomb() }
        guard reader.flag() else { return nil }
        let delay = reader.bits(5) + 1
        reader.skip(32 + 5 + 5)
        return delay
    }

    private func readOperatingPoints(_ reader: inout BitReader, model: Int?) {
        let hasDisplayDelays = reader.flag()
        for _ in 0...reader.bits(5) {
            reader.skip(12)
            if reader.bits(5) > 7 { reader.skip(1) }
            if let model, reader.flag() { reader.skip(2 * model + 1) }
            if hasDisplayDelays, reader.flag() { reader.skip(4) }
        }
    }
}
