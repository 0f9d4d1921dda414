/// Reads numbers of 0, 2, 4 or 8 bytes one after the other.
struct HEIFCursor {
    var offset: Int
    let end: Int

    /// Throws past the end, for other sizes, and for what no file of a picture can hold.
    mutating func number(_ size: Int, in bytes: borrowing Span<UInt8>) throws(ImagingError) -> Int {
        let value: Int? =
            switch size {
            case 0: 0
            case 2: bytes.uint16(at: offset)
            case 4: bytes.uint32(at: offset)
            case 8: bytes.uint64(at: offset)
            default: nil
            }
        offset += size
        guard let value, offset <= end, value < 1 << 40 else {
            throw .brokenHEIF("its table of places cannot be read")
        }
        return value
    }
}
