import Documents
import Economics
import Ledger
import Workbench

/// Keys that follow one another for one client.
enum KeyLine {
    /// The key that the next one follows, by the line's name or the id of any of its keys. A line whose every key is
    /// revoked has ended: its client was shut out and gets no new key.
    static func newest(of wanted: String, among keys: [KeyRecord], at now: Timestamp) throws(Stop) -> KeyRecord {
        let line = try line(of: wanted, among: keys, at: now)
        let members = keys.filter { $0.client == line && $0.revokedAt == nil }
        guard let newest = members.max(by: { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }) else {
            throw .failed("every key of `\(wanted)` is revoked: torii keys create makes a new one")
        }
        return newest
    }

    /// The keys that `keys revoke` ends: the one of an id, or all of a name's client that are not revoked yet.
    static func ending(_ wanted: String, among keys: [KeyRecord], at now: Timestamp) throws(Stop) -> [String] {
        if keys.contains(where: { $0.id == wanted }) { return [wanted] }
        let line = try line(of: wanted, among: keys, at: now)
        let ids = keys.filter { $0.client == line && $0.revokedAt == nil }.map(\.id)
        guard !ids.isEmpty else { throw .failed("every key of `\(wanted)` is revoked already") }
        return ids
    }

    /// The client whose keys are meant. Of several of one name it is the one that has a good key.
    private static func line(of wanted: String, among keys: [KeyRecord], at now: Timestamp) throws(Stop) -> String {
        let named = keys.filter { $0.name == wanted || $0.id == wanted }
        guard !named.isEmpty else { throw .failed("there is no key `\(wanted)`") }
        let all = Set(named.map(\.client))
        let good = Set(named.filter { $0.isGood(at: now) }.map(\.client))
        let lines = good.isEmpty ? all : good
        guard let line = lines.first, lines.count == 1 else {
            let ids = named.filter { lines.contains($0.client) }.map(\.id).joined(separator: ", ")
            throw .usage("`\(wanted)` names several keys: say which one by its id (\(ids))")
        }
        return line
    }
}

extension KeyRecord {
    private func state(at now: Timestamp) -> String {
        if let revokedAt { return "revoked \(revokedAt.iso8601)" }
        guard let expiresAt else { return "active" }
        return (isGood(at: now) ? "until " : "expired ") + expiresAt.iso8601
    }

    /// For people.
    func line(at now: Timestamp) -> String {
        let use = lastUsedAt.map { "used \($0.iso8601)" } ?? "never used"
        return "\(id)  \(scope.rawValue.padded(to: 7))\((profile ?? "any").padded(to: 12))\(name.padded(to: 20))"
            + "\(state(at: now).padded(to: 30))\(use)"
    }

    /// One line of `--json`.
    func listed(at now: Timestamp) -> JSON {
        [
            "id": .string(id), "client": .string(client), "scope": .string(scope.rawValue), "name": .string(name),
            "profile": profile.map { .string($0) } ?? .null,
            "good": .bool(isGood(at: now)),
            "createdAt": .string(createdAt.iso8601),
            "expiresAt": expiresAt.map { .string($0.iso8601) } ?? .null,
            "revokedAt": revokedAt.map { .string($0.iso8601) } ?? .null,
            "lastUsedAt": lastUsedAt.map { .string($0.iso8601) } ?? .null,
        ]
    }
}
