import Economics
import Platform

/// Time zones that devices name, read once each. Bounded: clients choose the names.
final class ZoneShelf: Sendable {
    private static let capacity = 600
    private let zones = Locked<[String: ZoneOffsets]>([:])

    /// Nil for a zone this machine does not know.
    func offsets(of identifier: String) -> ZoneOffsets? {
        if let zone = zones.withLock({ $0[identifier] }) { return zone }
        guard TimeZones.known.contains(identifier) || identifier == "UTC",
            let zone = try? TimeZones.offsets(of: identifier)  // Unknown: the caller warns.
        else { return nil }
        zones.withLock { if $0.count < Self.capacity { $0[identifier] = zone } }
        return zone
    }
}
