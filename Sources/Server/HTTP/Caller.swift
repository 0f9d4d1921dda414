import Economics
import Ledger
import Platform
import Policy

/// Who asks, and what they may do.
struct Caller: Sendable {
    /// Whom the API key stands for, whichever of its line was sent; `local` for a reader on this machine.
    let id: String
    let name: String
    let scope: KeyRecord.Scope
    let profile: String?

    /// What its requests are counted by: each key has a rate of its own under each profile.
    func limitKey(_ snapshot: PolicySnapshot) -> String { "\(id) \(snapshot.profile.name)" }
}

extension Keyring {
    /// The caller of a request that needs `scope`.
    ///
    /// Reading from this machine itself needs no key, so that `curl localhost/dashboard` works; a request that came
    /// through a proxy does, since every proxy's clients look local.
    func caller(
        of request: HTTPRequest,
        needs scope: KeyRecord.Scope,
        at now: Timestamp
    ) throws(Problem) -> Caller {
        guard let presented = request.bearerToken else {
            if scope == .read, request.isFromThisMachine {
                return Caller(id: "local", name: "local", scope: .read, profile: nil)
            }
            throw .unauthenticated("send `Authorization: Bearer KEY`; `torii keys create` makes one")
        }
        let caller = try caller(presenting: presented, at: now)
        guard caller.scope == scope || caller.scope == .admin else {
            throw Problem(
                .forbidden,
                "this key has scope `\(caller.scope.rawValue)`; scope `\(scope.rawValue)` is needed"
            )
        }
        return caller
    }

    /// Whoever presents a key, whatever it may do.
    func caller(presenting key: String, at now: Timestamp) throws(Problem) -> Caller {
        switch standing(of: key, at: now) {
        case .good(let found): return Caller(found)
        case .expired(let found): throw .unauthenticated(found.expiryText)
        case .none: throw .unauthenticated("this key is unknown or revoked")
        }
    }
}

extension Caller {
    init(_ key: KeyRecord) {
        self.init(id: key.client, name: key.name, scope: key.scope, profile: key.profile)
    }
}

extension KeyRecord {
    /// For whoever holds it: nobody else gets to read this.
    var expiryText: String { "this key expired at \(expiresAt?.iso8601 ?? "some time"): use the one that followed it" }
}

extension Problem {
    static func unauthenticated(_ detail: String) -> Problem {
        Problem(.unauthenticated, detail, headers: [("WWW-Authenticate", "Bearer")])
    }
}

extension HTTPRequest {
    var bearerToken: String? {
        guard let value = header("authorization"), value.lowercased().hasPrefix("bearer ") else { return nil }
        let token = value.dropFirst("bearer ".count).drop { $0 == " " }
        return token.isEmpty ? nil : String(token)
    }

    fileprivate var isFromThisMachine: Bool {
        let isLoopback = peer == "local" || peer == "::1" || peer.hasPrefix("127.") || peer.hasPrefix("::ffff:127.")
        let traces = ["x-forwarded-for", "x-real-ip", "forwarded", "via"]
        return isLoopback && namesLoopback && !traces.contains { header($0) != nil }
    }

    /// Whether the host asked for is this machine: a page in a browser here may reach us under a name of its own.
    private var namesLoopback: Bool {
        guard let host = header("host")?.lowercased() else { return true }
        return ["localhost", "127.0.0.1", "[::1]"].contains { name in
            guard host.hasPrefix(name) else { return false }
            let rest = host.dropFirst(name.count)
            return rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
        }
    }
}
