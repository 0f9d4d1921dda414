/// The request target (RFC 9112 §3.2) as path and query, percent-decoded.
struct HTTPTarget {
    let path: String
    let query: [(name: String, value: String)]

    /// Nil for targets that are no path, and for percent escapes or decoded bytes that are no UTF-8 text.
    ///
    /// Takes origin form, absolute form (its authority is dropped) and `*`. `..` means nothing here.
    init?(_ target: Span<UInt8>) {
        var start = 0
        if target.count == 1, target[0] == UInt8(ascii: "*") {
            path = "*"
            query = []
            return
        }
        if target.count > 0, target[0] != UInt8(ascii: "/") {
            guard let afterAuthority = Self.endOfAuthority(target) else { return nil }
            start = afterAuthority
        }
        var end = start
        while end < target.count, target[end] != UInt8(ascii: "?") { end += 1 }
        if target.indices.contains(where: { target[$0] == UInt8(ascii: "#") }) { return nil }
        guard let path = Self.decoded(target.extracting(start..<end), plusIsSpace: false) else { return nil }
        self.path = path.isEmpty ? "/" : path
        guard end < target.count else {
            query = []
            return
        }
        guard let query = Self.query(target.extracting((end + 1)..<target.count)) else { return nil }
        self.query = query
    }

    /// Where the path of `http://authority/path` begins.
    private static func endOfAuthority(_ target: Span<UInt8>) -> Int? {
        for scheme in ["http://", "https://"] where target.count > scheme.utf8.count {
            let matches = zip(scheme.utf8, 0...).allSatisfy { byte, index in target[index] | 0x20 == byte | 0x20 }
            guard matches else { continue }
            var index = scheme.utf8.count
            while index < target.count, target[index] != UInt8(ascii: "/"), target[index] != UInt8(ascii: "?") {
                index += 1
            }
            return index == scheme.utf8.count ? nil : index
        }
        return nil
    }

    /// `a=1&b` as pairs; `+` is a space, as forms and query builders write it.
    static func query(_ bytes: Span<UInt8>) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        var start = 0
        while start < bytes.count {
            var end = start
            var equals: Int?
            while end < bytes.count, bytes[end] != UInt8(ascii: "&") {
                if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
                end += 1
            }
            if end > start {
                let nameEnd = equals ?? end
                let valueStart = min(nameEnd + 1, end)
                guard
                    let name = decoded(bytes.extracting(start..<nameEnd), plusIsSpace: true),
                    let value = decoded(bytes.extracting(valueStart..<end), plusIsSpace: true)
                else { return nil }
                pairs.append((name: name, value: value))
            }
            start = end + 1
        }
        return pairs
    }

    /// Nil for a broken escape, an escaped NUL, or bytes that are no UTF-8.
    static func decoded(_ bytes: Span<UInt8>, plusIsSpace: Bool) -> String? {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                guard
                    index + 2 < bytes.count,
                    let high = HTTPBytes.hexValue(bytes[index + 1]),
                    let low = HTTPBytes.hexValue(bytes[index + 2])
                else { return nil }
                let value = high << 4 | low
                guard value != 0 else { return nil }
                out.append(value)
                index += 3
            } else {
                out.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return String(validating: out, as: UTF8.self)
    }
}
