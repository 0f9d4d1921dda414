package import Documents
import Economics
package import Ledger
import Platform

extension KeyRecord {
    /// For the control socket: the hash travels, the key never does.
    package var json: JSON {
        [
            "id": .string(id),
            "client": .string(client),
            "name": .string(name),
            "scope": .string(scope.rawValue),
            "hash": .string(Encoding.hex(hash)),
            "profile": profile.map { .string($0) } ?? .null,
            "createdAt": .integer(createdAt.microseconds),
            "expiresAt": expiresAt.map { .integer($0.microseconds) } ?? .null,
        ]
    }

    package init?(json: DocumentNode) {
        guard let id = json["id"]?.string, let name = json["name"]?.string,
            let scope = json["scope"]?.string.flatMap(Scope.init(rawValue:)),
            let hash = json["hash"]?.string.flatMap({ Encoding.bytes(hex: $0) }), hash.count == 32,
            let createdAt = json["createdAt"]?.integer
        else { return nil }
        self.init(
            id: id,
            client: json["client"]?.string,
            name: name,
            scope: scope,
            hash: hash,
            profile: json["profile"]?.string,
            createdAt: Timestamp(microseconds: createdAt),
            expiresAt: json["expiresAt"]?.integer.map(Timestamp.init(microseconds:))
        )
    }
}
