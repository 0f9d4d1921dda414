import Documents
import Platform

extension ControlSocket {
    /// Takes answers out of the caches. `decision`: those one paid for; `hash` and `within`: looks near a perceptual hash; `all`:
    /// all looks.
    func purgeCache(_ arguments: DocumentNode) async throws(Problem) -> HTTPResponse {
        let target = try Self.target(arguments)
        do {
            let removed = try await CacheDesk(store: service.store, near: service.gateway.near).purge(target)
            service.log.info("cache purged", [("removed", .integer(Int64(removed)))])
            return HTTPResponse(json: ["outcome": "purged", "removed": .integer(Int64(removed))])
        } catch {
            throw Problem(.ledgerUnavailable, error.message)
        }
    }

    private static func target(_ arguments: DocumentNode) throws(Problem) -> CacheDesk.Target {
        if let decisionID = arguments["decision"]?.string { return .answers(decisionID: decisionID) }
        if arguments["all"]?.bool == true { return .allLooks }
        guard let text = arguments["hash"]?.string else {
            throw Problem(.missingField, "say what is to go: `decision`, `hash` with `within`, or `all`")
        }
        guard let hash = Encoding.bytes(hex: text).flatMap({ SIMD4<UInt64>(littleEndian: $0) }),
            let limit = arguments["within"]?.integer, (0...256).contains(limit)
        else { throw Problem(.invalidField, "`hash` must be 64 hex digits, `within` a number of bits, 0...256") }
        return .looks(near: hash, within: Int(limit))
    }
}
