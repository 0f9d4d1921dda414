import Documents
import Platform

/// Takes out of an exchange what must not rest on a disk: keys and pictures. A picture leaves its hash and size behind,
/// so that the same request is known again.
struct Scrubber: Sendable {
    /// Leaves pictures in.
    let keepsPictures: Bool

    func query(_ items: [(name: String, value: String)]) -> [JSON.Member] {
        items.filter { !["key", "access_token"].contains($0.name) }.map { item in
            JSON.Member(item.name, .string(item.name == "upload_id" ? "…" : item.value))
        }
    }

    /// What a client sent: as JSON where it is that, else its hash and size; nil where there is nothing.
    ///
    /// - Parameter secrets: Texts that are cut out wherever they stand.
    func request(_ bytes: [UInt8], secrets: [String]) -> JSON? {
        guard !bytes.isEmpty else { return nil }
        guard let value = Scrubber.json(bytes) else { return .object([.init("bytes", .string(Scrubber.stamp(bytes)))]) }
        return scrubbed(value, secrets)
    }

    /// What a service answered: as JSON where it is that, else as text; nil where there is nothing.
    func response(_ bytes: [UInt8], secrets: [String]) -> JSON? {
        guard !bytes.isEmpty else { return nil }
        if let value = Scrubber.json(bytes) { return scrubbed(value, secrets) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .object([.init("bytes", .string(Scrubber.stamp(bytes)))])
        }
        return .object([.init("text", .string(lines(text, secrets)))])
    }

    /// Events of a stream and lines of a file hold JSON of their own.
    private func lines(_ text: String, _ secrets: [String]) -> String {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let prefix = line.starts(with: "data: ".unicodeScalars) ? "data: " : ""
            let end = line.last == "\r" ? "\r" : ""
            let inner = String(line.dropFirst(prefix.utf8.count).dropLast(end.utf8.count))
            guard let value = Scrubber.json(Array(inner.utf8)) else { return withoutSecrets(String(line), secrets) }
            return prefix + scrubbed(value, secrets).text() + end
        }
        return lines.joined(separator: "\n")
    }

    private static func json(_ bytes: [UInt8]) -> JSON? {
        DocumentReader.read(bytes, file: "body", dialect: .json, maxDepth: 256).root.map { JSON($0) }
    }

    private func scrubbed(_ value: JSON, _ secrets: [String]) -> JSON {
        switch value {
        case .string(let text): return .string(withoutSecrets(text, secrets))
        case .array(let items): return .array(items.map { scrubbed($0, secrets) })
        case .object(let members):
            return .object(
                members.map { member in
                    let isBlob = ["inlineData", "inline_data"].contains(member.key)
                    return .init(member.key, isBlob ? blob(member.value, secrets) : scrubbed(member.value, secrets))
                }
            )
        case .null, .bool, .integer, .double: return value
        }
    }

    private func blob(_ value: JSON, _ secrets: [String]) -> JSON {
        guard case .object(let members) = value, !keepsPictures else { return scrubbed(value, secrets) }
        return .object(
            members.map { member in
                guard member.key == "data", case .string(let text) = member.value else {
                    return .init(member.key, scrubbed(member.value, secrets))
                }
                // Stamped already: of a record that is read again.
                if text.hasPrefix(Scrubber.mark) { return member }
                let bytes = Encoding.bytes(base64: Array(text.utf8)) ?? Array(text.utf8)
                return .init("data", .string(Scrubber.stamp(bytes)))
            }
        )
    }

    private func withoutSecrets(_ text: String, _ secrets: [String]) -> String {
        // Shorter ones are no keys, and would tear words apart.
        secrets.filter { $0.utf8.count >= 8 }.reduce(text) { $0.replacing($1, with: "…") }
    }

    private static let mark = "sha256:"

    private static func stamp(_ bytes: [UInt8]) -> String {
        "\(mark)\(Encoding.hex(Crypto.sha256(bytes))) \(bytes.count) bytes"
    }
}
