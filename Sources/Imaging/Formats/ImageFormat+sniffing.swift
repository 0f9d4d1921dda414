extension ImageFormat {
    /// Tells the kind from the first 4,096 bytes at most.
    package init(of bytes: [UInt8]) {
        let head = bytes.prefix(4096)
        self =
            if bytes.isEmpty {
                .empty
            } else if let format = Self.signature(of: head) {
                format
            } else if let format = Self.container(of: head) {
                format
            } else {
                Self.document(in: head) ?? .unknown
            }
    }

    /// Kinds with fixed first bytes.
    private static func signature(of head: ArraySlice<UInt8>) -> ImageFormat? {
        func starts(_ bytes: [UInt8], at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: bytes) }
        // Two bytes alone are a JPEG cut off after its first marker.
        if starts([0xFF, 0xD8, 0xFF]) || (head.count == 2 && starts([0xFF, 0xD8])) { return .jpeg }
        if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if starts(Array("RIFF".utf8)) && starts(Array("WEBP".utf8), at: 8) { return .webp }
        if starts(Array("GIF87a".utf8)) || starts(Array("GIF89a".utf8)) { return .gif }
        if starts([0x49, 0x49, 0x2A, 0]) || starts([0x4D, 0x4D, 0, 0x2A]) { return .tiff }
        if starts([0x49, 0x49, 0x2B, 0]) || starts([0x4D, 0x4D, 0, 0x2B]) { return .tiff }
        if starts([0xFF, 0x0A]) || starts([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]) { return .jxl }
        if starts([0xFF, 0x4F, 0xFF, 0x51]) || starts([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]) { return .jp2 }
        if starts(Array("%PDF-".utf8)) { return .pdf }
        for tail: [UInt8] in [[3, 4], [5, 6], [7, 8]] where starts(Array("PK".utf8) + tail) { return .zip }
        // "BM" begins many texts, so the length of the second header must be one that exists.
        let second = head.dropFirst(14).prefix(4)
        if starts(Array("BM".utf8)), second.dropFirst().elementsEqual([0, 0, 0]),
            let length = second.first, [12, 40, 52, 56, 64, 108, 124].contains(length)
        {
            return .bmp
        }
        return nil
    }

    /// ISO base media files (ISO/IEC 14496-12 and 23008-12) by their brands, and QuickTime files older than brands.
    private static func container(of head: ArraySlice<UInt8>) -> ImageFormat? {
        guard head.count >= 8 else { return nil }
        func code(at offset: Int) -> String { String(decoding: head.dropFirst(offset).prefix(4), as: UTF8.self) }
        let size = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        switch code(at: 4) {
        case "ftyp":
            var brands: [String] = []
            var offset = 8
            while offset + 4 <= min(size, head.count, 8 + 64 * 4) {
                // Four bytes after the major brand stand the minor version.
                if offset != 12 { brands.append(code(at: offset)) }
                offset += 4
            }
            let heic: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]
            if brands.contains(where: { $0 == "avif" || $0 == "avis" }) { return .avif }
            if brands.contains(where: heic.contains) { return .heic }
            if brands.first == "mif1" || brands.first == "msf1" || brands.first == "tmap" { return .heic }
            return brands.first == "qt  " ? .quickTime : .mp4
        case "moov", "mdat", "wide", "pnot":
            return .quickTime
        case "free", "skip":
            return size >= 8 ? .quickTime : nil
        default:
            return nil
        }
    }

    /// What was written to be read: markup, JSON, or other text in UTF-8 or UTF-16.
    private static func document(in head: ArraySlice<UInt8>) -> ImageFormat? {
        guard let text = decodedText(head) else { return nil }
        let start = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        func starts(_ word: String) -> Bool { start.starts(with: word.utf8) }
        if starts("<svg") { return .svg }
        if starts("<?xml") || starts("<!--") || starts("<!doctype svg") {
            if holds("<svg", in: start) { return .svg }
        }
        for tag in ["<!doctype html", "<html", "<head", "<body", "<title", "<script"] where starts(tag) { return .html }
        if holds("<html", in: start.prefix(1024)) { return .html }
        if starts("{") || starts("[") { return .json }
        return start.isEmpty ? nil : .text
    }

    private static func holds(_ word: String, in text: ArraySlice<UInt8>) -> Bool {
        let word = Array(word.utf8)
        return text.indices.contains { text[$0...].starts(with: word) }
    }

    /// The head in lower-case ASCII, bytes beyond ASCII kept as they are; `nil` when it is no text.
    private static func decodedText(_ head: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var text = head.prefix(2048)
        if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
            guard let narrowed = narrowedUTF16(text) else { return nil }
            text = narrowed
        } else {
            if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
            // The cut may stand within a character.
            if head.count > 2048, let last = text.suffix(4).lastIndex(where: { $0 < 0x80 || $0 >= 0xC0 }) {
                text = text[last] < 0x80 ? text : text[..<last]
            }
            guard String(validating: text, as: UTF8.self) != nil else { return nil }
        }
        guard text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) || $0 == 0x1B }) else {
            return nil
        }
        return text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }[...]
    }

    /// What follows a UTF-16 byte order mark, with a question mark for all beyond ASCII; `nil` unless three quarters are
    /// printable ASCII, which binary data behind the same two bytes are not.
    private static func narrowedUTF16(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let low = text.first == 0xFF ? 0 : 1
        let bytes = Array(text.dropFirst(2))
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + 1 - low]) << 8
        }
        let printable = units.count { (0x20..<0x7F).contains($0) || (0x09...0x0D).contains($0) }
        guard !units.isEmpty, printable * 4 >= units.count * 3 else { return nil }
        return units.map { $0 < 0x80 ? UInt8($0) : 0x3F }[...]
    }
}
