package import Economics
import Foundation

/// Time zones of this machine.
package enum TimeZones {
    /// 2020-01-01 and 2050-01-01, UTC.
    private static let first: Int64 = 1_577_836_800
    private static let last: Int64 = 2_524_608_000

    /// The offsets of a zone from 2020 to 2050. Throws `unknownZone`.
    ///
    /// Found by asking for the offset of every week and closing in on the changes between: the system's list of
    /// daylight-saving transitions need not hold a change of the standard time itself. Two changes within one week
    /// that cancel each other would be missed; no zone has had such.
    package static func offsets(of identifier: String) throws(PlatformError) -> ZoneOffsets {
        guard known.contains(identifier), let zone = TimeZone(identifier: identifier) else {
            throw PlatformError(.unknownZone, "unknown time zone `\(identifier)`: write it like `Asia/Tokyo`")
        }
        func offset(_ seconds: Int64) -> Int {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        }
        let week: Int64 = 7 * 86_400
        let initial = offset(first)
        var transitions: [ZoneOffsets.Transition] = []
        var before = first
        var current = initial
        while before < last {
            let after = min(before + week, last)
            let next = offset(after)
            if next != current {
                var low = before
                var high = after
                while high - low > 1 {
                    let middle = (low + high) / 2
                    if offset(middle) == current { low = middle } else { high = middle }
                }
                transitions.append(ZoneOffsets.Transition(from: .seconds(high), offset: offset(high)))
                current = next
            }
            before = after
        }
        return ZoneOffsets(identifier: identifier, initialOffset: initial, transitions: transitions)
    }

    /// IANA identifiers this machine knows, `UTC` among them. Read once.
    package static let known: Set<String> = {
        var names = Set(TimeZone.knownTimeZoneIdentifiers)
        names.insert("UTC")
        // The system's list lacks newer names such as `Asia/Kolkata` although it understands them.
        let folder = "/usr/share/zoneinfo"
        for case let name as String in FileManager.default.enumerator(atPath: folder) ?? .init() {
            guard let initial = name.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(initial) else {
                continue
            }
            if name.contains("/") && TimeZone(identifier: name) != nil { names.insert(name) }
        }
        return names
    }()
}
