import Documents
import Economics
import Platform

/// One file as the Files API knows it. Content is kept in memory alone.
struct StoredFile: Sendable {
    /// `files/` and an id.
    let name: String
    let displayName: String
    let mimeType: String
    let bytes: [UInt8]
    let created: Timestamp
    /// Made by a batch: only such files can be downloaded.
    let isGenerated: Bool

    /// Files live for two days.
    var expires: Timestamp { created.advanced(bySeconds: 48 * 3_600) }

    func json(base: String) -> JSON {
        var members: [JSON.Member] = [.init("name", .string(name))]
        if !displayName.isEmpty { members.append(.init("displayName", .string(displayName))) }
        members += [
            .init("mimeType", .string(mimeType)),
            .init("sizeBytes", .string(String(bytes.count))),
            .init("createTime", .string(created.iso8601)),
            .init("updateTime", .string(created.iso8601)),
            .init("expirationTime", .string(expires.iso8601)),
            .init("sha256Hash", .string(String(decoding: Encoding.base64(Crypto.sha256(bytes)), as: UTF8.self))),
            .init("uri", .string("\(base)/\(name)")),
            .init("state", "ACTIVE"),
            .init("source", isGenerated ? "GENERATED" : "UPLOADED"),
        ]
        if isGenerated { members.append(.init("downloadUri", .string("\(base)/\(name):download?alt=media"))) }
        return .object(members)
    }
}
