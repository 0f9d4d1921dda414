import Economics
import Ledger
import Policy
import Testing

/// What operators are told of.
@Suite(.timeLimit(.minutes(2))) struct EventContractTests {
    private static func event(
        _ id: String,
        _ kind: EventKind = .policyApplied,
        at second: Int64 = 0,
        profile: String? = nil,
        waits: Bool = false
    ) -> EventRecord {
        EventRecord(
            id: id,
            at: Samples.noon.advanced(bySeconds: second),
            kind: kind,
            profile: profile,
            text: "sentence of \(id)",
            facts: Array("{\"n\":1}".utf8),
            awaitsDelivery: waits
        )
    }

    private static func numbered(_ event: EventRecord, _ number: Int64) -> EventRecord {
        var event = event
        event.number = number
        return event
    }

    @Test(arguments: StoreKind.allCases)
    func keepsEachEventOnce(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let first = Self.event("a", profile: "ios")
            #expect(try await store.append([first, Self.event("b", .capReached)], announcing: []) == 2)
            #expect(try await store.append([Self.event("a", at: 9), Self.event("c")], announcing: []) == 1)
            let events = try await store.events(EventQuery())
            #expect(events.map(\.id) == ["a", "b", "c"])
            #expect(events.map(\.number) == [1, 2, 3])
            #expect(events[0] == Self.numbered(first, 1))
            #expect(events[1].severity == .critical)
            #expect(events[1].advice == EventKind.capReached.advice)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func answersPagesFromEitherEnd(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.append(
                [
                    Self.event("a", at: 0, profile: "ios"), Self.event("b", .capNear, at: 1, profile: "android"),
                    Self.event("c", .capReached, at: 2), Self.event("d", at: 3, profile: "ios"),
                ],
                announcing: []
            )
            func ids(_ query: EventQuery) async throws -> [String] { try await store.events(query).map(\.id) }
            #expect(try await ids(EventQuery(limit: 2)) == ["c", "d"])
            #expect(try await ids(EventQuery(after: 0, limit: 2)) == ["a", "b"])
            #expect(try await ids(EventQuery(after: 2, limit: 2)) == ["c", "d"])
            #expect(try await ids(EventQuery(after: 4)) == [])
            #expect(try await ids(EventQuery(since: Samples.noon.advanced(bySeconds: 1), limit: 2)) == ["b", "c"])
            // What is of no profile is everybody's.
            #expect(try await ids(EventQuery(profile: "ios")) == ["a", "c", "d"])
            #expect(try await ids(EventQuery(kind: .capNear)) == ["b"])
            #expect(try await ids(EventQuery(severity: .warning)) == ["b", "c"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func remembersWhatWasNotDelivered(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.append(
                [Self.event("a", waits: true), Self.event("b"), Self.event("c", waits: true)],
                announcing: []
            )
            func waiting() async throws -> [String] {
                try await store.events(EventQuery(isAwaitingDelivery: true)).map(\.id)
            }
            #expect(try await waiting() == ["a", "c"])
            try await store.noteDelivered(["a", "nobody"])
            #expect(try await waiting() == ["c"])
            #expect(try await store.events(EventQuery()).count == 3)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func showsTheLatestInASnapshot(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            _ = try await store.append((0..<5).map { Self.event("e\($0)") }, announcing: [])
            var query = SnapshotQuery(from: Samples.hour, to: Samples.hour)
            #expect(try await store.snapshot(query).events == [])
            query.events = EventQuery(limit: 2)
            #expect(try await store.snapshot(query).events.map(\.id) == ["e3", "e4"])
        }
    }
}
