extension FieldReader {
    /// Where something is posted: an https URL, or one of this machine.
    func webhook() -> String? {
        guard let url = text() else { return nil }
        guard Self.isWebhook(url) else {
            fail(.value, "an https URL, or one of this machine")
            return nil
        }
        return url
    }

    /// By its host, whatever else it begins with.
    private static func isWebhook(_ url: String) -> Bool {
        // Whoever calls may read these in a way of its own.
        guard url.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }) else { return false }
        guard let scheme = ["https://", "http://"].first(where: url.hasPrefix) else { return false }
        let authority = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        if scheme == "https://" { return !authority.isEmpty }
        guard let host = host(authority) else { return false }
        return host == "localhost" || host == "[::1]" || isLoopback(host)
    }

    /// In lower case; nil with a name to log in with, or with a port that is none.
    private static func host(_ authority: Substring) -> String? {
        guard !authority.contains("@") else { return nil }
        let end =
            authority.hasPrefix("[")
            ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
            : authority.firstIndex(of: ":") ?? authority.endIndex
        guard let end else { return nil }
        let port = authority[end...]
        guard
            port.isEmpty
                || port.hasPrefix(":") && port.dropFirst().allSatisfy(\.isNumber) && UInt16(port.dropFirst()) != nil
        else { return nil }
        return authority[..<end].lowercased()
    }

    /// `127.0.0.1` or another address of its network.
    private static func isLoopback(_ host: String) -> Bool {
        let bytes = host.split(separator: ".", omittingEmptySubsequences: false)
        return bytes.count == 4 && bytes[0] == "127"
            && bytes.allSatisfy { $0.allSatisfy(\.isNumber) && UInt8($0) != nil }
    }
}
