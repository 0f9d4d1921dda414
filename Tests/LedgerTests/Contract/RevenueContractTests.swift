import Economics
import Ledger
import Revenue
import Testing

/// Editions of reported revenue and impression events, on every store.
@Suite(.timeLimit(.minutes(5))) struct RevenueContractTests {
    static func entry(
        _ date: String = "2026-10-14",
        profile: String = "ios",
        source: String = "admob.network",
        zone: String = "America/Los_Angeles",
        country: String = "",
        micros: Int64 = 64_310_000,
        status: RevenueRow.Status = .estimated,
        asOf: Timestamp = Samples.noon
    ) throws -> RevenueEntry {
        try ExchangeRates.none.entry(
            RevenueRow(
                date: try #require(CivilDate(date)),
                timeZone: zone,
                profile: profile,
                source: source,
                country: country,
                impressions: 15_546,
                micros: micros,
                currency: "USD",
                status: status,
                asOf: asOf
            )
        )
    }

    private static let october = SnapshotQuery.Days(
        from: CivilDate(daysSince1970: 20_727),
        end: CivilDate(daysSince1970: 20_758)
    )

    private func reported(_ store: any LedgerStore) async throws -> ReportedRevenue {
        var query = SnapshotQuery(from: Samples.hour, to: Samples.hour)
        query.revenueDays = Self.october
        return try await store.snapshot(query).reported
    }

    /// A report replayed, with a later `asOf`, changes nothing.
    @Test(arguments: StoreKind.allCases)
    func replayedFilesChangeNothing(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let entries = try [Self.entry(), Self.entry("2026-10-15", country: "JP"), Self.entry(profile: "android")]
            #expect(try await store.importRevenue(entries, at: Samples.noon).added == 3)
            let before = try await reported(store)
            let later = try [
                Self.entry(asOf: Samples.noon.advanced(bySeconds: 9)), Self.entry("2026-10-15", country: "JP"),
            ]
            let again = try await store.importRevenue(later, at: Samples.noon.advanced(bySeconds: 60))
            #expect((again.added, again.unchanged, again.changes.count) == (0, 2, 0))
            #expect(try await reported(store) == before)
            #expect(before.entries.map(\.key.profile) == ["android", "ios", "ios"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func keepsEveryEditionAndReportsTheLatest(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.importRevenue([try Self.entry()], at: Samples.noon)
            let restated = try Self.entry(micros: 63_000_000, status: .final)
            let result = try await store.importRevenue([restated], at: Samples.noon.advanced(bySeconds: 60))
            #expect(
                result.changes == [
                    RevenueImport.Change(
                        key: restated.key,
                        before: Money(nanoUSD: 64_310_000_000),
                        after: Money(nanoUSD: 63_000_000_000),
                        edition: 2
                    )
                ]
            )
            #expect(try await reported(store).entries == [restated])
            let editions = try await store.revenueEditions(Self.october)
            #expect(editions.map(\.number) == [1, 2])
            #expect(editions.map(\.entry.row.micros) == [64_310_000, 63_000_000])
            #expect(editions.map(\.importedAt) == [Samples.noon, Samples.noon.advanced(bySeconds: 60)])
        }
    }

    /// All or none: the row before the conflict is not kept either.
    @Test(arguments: StoreKind.allCases)
    func refusesADayThatTwoSourcesTellOf(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.importRevenue([try Self.entry()], at: Samples.noon)
            let rows = try [
                Self.entry("2026-10-13", source: "max", zone: "UTC"), Self.entry(source: "max", zone: "UTC"),
            ]
            let error = await #expect(throws: LedgerError.self) {
                try await store.importRevenue(rows, at: Samples.noon)
            }
            #expect(error?.code == .duplicate)
            #expect(
                error?.message.contains("by admob.network (America/Los_Angeles, whole) and by max (UTC, whole)") == true
            )
            #expect(try await reported(store).entries.count == 1)
            // An adjustment tells of no day by itself.
            _ = try await store.importRevenue(
                [try Self.entry(source: "max", zone: "UTC", micros: -1, status: .adjustment)],
                at: Samples.noon
            )
        }
    }

    @Test(arguments: StoreKind.allCases)
    func countsAnEventOnceHoweverOftenItComes(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let at = try #require(Timestamp(iso8601: "2026-10-14T03:21:07Z"))
            @Sendable func event(_ id: String, _ micros: Int64) -> RevenueEvent {
                RevenueEvent(id: id, profile: "ios", at: at, source: "admob", micros: micros, precision: .estimated)
            }
            #expect(try await store.add([event("a", 4_136), event("b", 1), event("a", 4_136)], at: Samples.noon) == 2)
            #expect(try await store.add([event("b", 1)], at: Samples.noon) == 0)
            let added = try await concurrently(20) { number in
                try await store.add([event("c\(number % 4)", 10)], at: Samples.noon)
            }
            #expect(added.reduce(0, +) == 4)
            let hour = try #require(Timestamp(iso8601: "2026-10-14T03:00:00Z"))
            #expect(
                try await reported(store).events == [
                    RevenueEventRollup(
                        profile: "ios",
                        hour: hour,
                        source: "admob",
                        events: 6,
                        amount: Money(nanoUSD: 4_177_000),
                        repeats: 18
                    )
                ]
            )
        }
    }
}
