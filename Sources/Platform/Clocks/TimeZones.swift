package import Economics

/// Time zones of this machine.
package enum TimeZones {
    /// The offsets of a zone from 2020 to 2050. Throws `unknownZone`.
    package static func offsets(of identifier: String) throws(PlatformError) -> ZoneOffsets {
        throw PlatformError(.unknownZone, "not built yet")
    }

    /// IANA identifiers this machine knows.
    package static var known: Set<String> { [] }
}
