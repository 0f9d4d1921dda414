/// One box of an ISO base media file. Source: ISO/IEC 14496-12, section 4.2.
struct ISOBox {
    /// Four characters, as a big-endian number.
    let type: Int
    /// Offset of the box, of what follows its header, and of its end.
    let start: Int
    let content: Int
    let end: Int

    /// The box at `offset`, which must lie inside `limit`; `nil` when it does not.
    init?(_ bytes: borrowing Span<UInt8>, at offset: Int, limit: Int) {
        guard let size = bytes.uint32(at: offset), let type = bytes.uint32(at: offset + 4), offset + 8 <= limit else {
            return nil
        }
        self.type = type
        start = offset
        switch size {
        case 0:
            (content, end) = (offset + 8, limit)
        case 1:
            guard let large = bytes.uint64(at: offset + 8), large >= 16, large <= limit - offset else { return nil }
            (content, end) = (offset + 16, offset + large)
        default:
            guard size >= 8, size <= limit - offset else { return nil }
            (content, end) = (offset + 8, offset + size)
        }
    }

    func isType(_ text: StaticString) -> Bool { type == Self.code(text) }

    static func code(_ text: StaticString) -> Int {
        (0..<4).reduce(0) { unsafe $0 << 8 | Int(text.utf8Start[$1]) }
    }
}
