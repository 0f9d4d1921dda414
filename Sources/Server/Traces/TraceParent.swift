import Platform

/// The span of a client that an upload's journey belongs to, as the header `traceparent` names it (W3C Trace Context).
package struct TraceParent: Sendable, Hashable {
    /// 32 lower-case hexadecimal digits, not all zero.
    package let traceID: String
    /// 16 of them.
    package let spanID: String
    /// Whether the client's trace is recorded.
    package let isSampled: Bool

    /// Nil for whatever is no such header: a trace then begins here.
    package init?(_ header: String) {
        let parts = header.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        // Later versions may append parts; the first four keep their place.
        guard parts.count >= 4, parts[0] != "ff", parts[0] != "00" || parts.count == 4,
            Self.bytes(parts[0], 1) != nil, let trace = Self.bytes(parts[1], 16), trace.contains(where: { $0 != 0 }),
            let span = Self.bytes(parts[2], 8), span.contains(where: { $0 != 0 }),
            let flags = Self.bytes(parts[3], 1)
        else { return nil }
        traceID = parts[1]
        spanID = parts[2]
        isSampled = flags[0] & 1 == 1
    }

    private static func bytes(_ text: String, _ count: Int) -> [UInt8]? {
        guard text.utf8.count == count * 2, !text.utf8.contains(where: { (0x41...0x5a).contains($0) }) else {
            return nil
        }
        return Encoding.bytes(hex: text)
    }
}
