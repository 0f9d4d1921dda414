import Economics
import Foundation
import Platform
import Testing

@Suite struct TimeZonesTests {
    @Test func readsAZoneWithoutChanges() throws {
        let tokyo = try TimeZones.offsets(of: "Asia/Tokyo")
        #expect(tokyo == ZoneOffsets(identifier: "Asia/Tokyo", initialOffset: 32_400, transitions: []))
        #expect(try TimeZones.offsets(of: "UTC") == .utc)
    }

    @Test func readsBothChangesOfEveryYear() throws {
        let zone = try TimeZones.offsets(of: "America/Los_Angeles")
        #expect(zone.initialOffset == -28_800)
        #expect(zone.transitions.count == 60)
        // 2026-03-08 and 2026-11-01, 02:00 local time.
        #expect(zone.transitions.contains(.init(from: .seconds(1_772_964_000), offset: -25_200)))
        #expect(zone.transitions.contains(.init(from: .seconds(1_793_523_600), offset: -28_800)))
        #expect(zone.transitions.map(\.from) == zone.transitions.map(\.from).sorted())
    }

    @Test func seesAChangeOfStandardTime() throws {
        // Kazakhstan went from +06 to +05 for good on 2024-03-01.
        let zone = try TimeZones.offsets(of: "Asia/Almaty")
        #expect(zone.transitions == [.init(from: .seconds(1_709_229_600), offset: 18_000)])
        #expect(zone.initialOffset == 21_600)
    }

    @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kolkata"])
    func agreesWithTheSystemEveryDay(identifier: String) throws {
        let zone = try TimeZones.offsets(of: identifier)
        let system = try #require(TimeZone(identifier: identifier))
        var next = zone.transitions[...]
        var offset = zone.initialOffset
        for moment in stride(from: Int64(1_577_836_800), to: 2_524_608_000, by: 86_400) {
            while let transition = next.first, transition.from.seconds <= moment {
                offset = transition.offset
                next = next.dropFirst()
            }
            try #require(offset == system.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment))))
        }
    }

    @Test(arguments: ["Asia/Tokio", "", "GMT+9", "utc", "asia/tokyo", "../etc/passwd", "Asia"])
    func refusesWhatIsNotAZone(identifier: String) {
        let message = "unknown time zone `\(identifier)`: write it like `Asia/Tokyo`"
        #expect(throws: PlatformError(.unknownZone, message)) { try TimeZones.offsets(of: identifier) }
    }

    @Test func knowsOldAndNewNames() {
        #expect(
            TimeZones.known.isSuperset(of: ["UTC", "Asia/Tokyo", "Asia/Kolkata", "Asia/Calcutta", "America/New_York"])
        )
    }
}
