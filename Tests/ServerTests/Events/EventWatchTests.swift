import Economics
import Ledger
import Platform
import Policy
import Testing

@testable import Gemini
@testable import Server

/// From one look to the next.
struct EventWatchTests {
    private static let now = Timestamp.seconds(1_796_000_000)

    private static func at(_ seconds: Int64, _ change: (inout EventWatch.Sight) -> Void = { _ in }) -> EventWatch.Sight
    {
        var sight = EventWatch.Sight(at: now.advanced(bySeconds: seconds))
        change(&sight)
        return sight
    }

    @Test func tellsOfAStopAndOfItsEndOnce() {
        var watch = EventWatch()
        let open = Circuits.Open(model: "m", cause: .overloaded)
        #expect(watch.events(Self.at(0)) == [])
        let stopped = watch.events(Self.at(1) { $0.circuits = [open] })
        #expect(stopped.map(\.kind) == [.upstreamStopped])
        #expect(stopped[0].text == "calls to m stopped, the model is overloaded or does not answer")
        #expect(watch.events(Self.at(2) { $0.circuits = [open] }) == [])
        // Another cause is another stop, and no end of the first.
        let other = Circuits.Open(model: "m", cause: .gone)
        #expect(watch.events(Self.at(3) { $0.circuits = [other] }).map(\.kind) == [.upstreamStopped])
        let resumed = watch.events(Self.at(4))
        #expect(resumed.map(\.text) == ["calls to m resumed"])
        #expect(Set((stopped + resumed).map(\.id)).count == 2)
        #expect(watch.events(Self.at(5)) == [])
    }

    @Test func tellsOfTheLedgersTroubleAndHowLongItWas() {
        var watch = EventWatch()
        let began = watch.events(Self.at(0) { $0.ledgerTrouble = "disk full" })
        #expect(began.map(\.text) == ["the ledger does not take what is written: disk full"])
        #expect(watch.events(Self.at(1) { $0.ledgerTrouble = "disk still full" }) == [])
        let ended = watch.events(Self.at(75))
        #expect(ended.map(\.kind) == [.ledgerRecovered])
        #expect(ended[0].text == "the ledger takes what is written again, after 75 s")
    }

    @Test func tellsOfACertificateThatIsNotTakenAndOfOneThatEnds() {
        var watch = EventWatch()
        let refused = watch.events(Self.at(0) { $0.tlsTrouble = "no key" })
        #expect(refused.map(\.kind) == [.tlsPairRefused])
        let kept = "the new TLS certificate and key are not taken, the old ones stay in force: no key"
        #expect(refused[0].text == kept)
        #expect(watch.events(Self.at(1) { $0.tlsTrouble = "no key" }) == [])
        #expect(watch.events(Self.at(2)) == [])
        #expect(watch.events(Self.at(3) { $0.tlsTrouble = "no key" }).map(\.kind) == [.tlsPairRefused])
        let end = Self.now.advanced(bySeconds: 10)
        func ending(_ seconds: Int64) -> EventRecord? {
            var slow = EventWatch.Slow()
            slow.tlsEnd = end
            return watch.events(Self.at(seconds) { $0.slow = slow }).first
        }
        let before = ending(4)
        #expect(before?.severity == .warning)
        #expect(before?.text == "the server's TLS certificate ends at \(end.iso8601)")
        #expect(ending(5)?.id == before?.id)
        let after = ending(10)
        #expect(after?.severity == .critical)
        #expect(after?.text == "the server's TLS certificate ended at \(end.iso8601)")
        #expect(after?.id != before?.id)
    }

    @Test func tellsOfAFreezeOnceAndOfItsThaw() {
        var watch = EventWatch()
        let freeze = FreezeRecord(isFrozen: true, at: Self.now, by: "ada", from: "cli", reason: "strange bill")
        let told = watch.events(Self.at(1) { $0.freeze = freeze })
        #expect(told.map(\.kind) == [.spendingFrozen])
        #expect(told[0].text == "spending frozen by ada: strange bill")
        #expect(told[0].at == Self.now)
        #expect(watch.events(Self.at(2) { $0.freeze = freeze }) == [])
        let thaw = FreezeRecord(isFrozen: false, at: Self.now, by: "bob", from: "cli", reason: "found")
        #expect(watch.events(Self.at(3) { $0.freeze = thaw }).map(\.kind) == [.spendingThawed])
    }

    /// A key is told of a week before it ends, unless another of its line goes on.
    @Test(
        arguments: [
            (6, nil, true), (8, nil, false), (nil, nil, false), (-1, nil, false), (6, 6, true), (6, 90, false),
        ] as [(Int64?, Int64?, Bool)]
    )
    func tellsOfKeysThatEnd(days: Int64?, follower: Int64?, isTold: Bool) {
        func key(_ id: String, _ days: Int64?) -> KeyRecord {
            KeyRecord(
                id: id,
                client: "line",
                name: id,
                scope: .client,
                hash: [],
                profile: "ios",
                createdAt: Self.now,
                expiresAt: days.map { Self.now.advanced(bySeconds: $0 * 86_400) }
            )
        }
        var watch = EventWatch()
        let keys = [key("a", days)] + (follower.map { [key("b", $0)] } ?? [])
        let events = watch.events(Self.at(0) { $0.slow = EventWatch.Slow(keys: keys) })
        #expect(events.contains { $0.id.hasPrefix("key/a/") } == isTold)
    }

    @Test func tellsOfRevenueThatIsTwoDaysOld() {
        var watch = EventWatch()
        let old = Self.now.advanced(bySeconds: -2 * 86_400 - 1)
        let slow = EventWatch.Slow(imports: [("ios", old), ("android", old.advanced(bySeconds: 1))])
        let events = watch.events(Self.at(0) { $0.slow = slow })
        #expect(events.map(\.kind) == [.revenueStale])
        #expect(events.map(\.profile) == ["ios"])
        #expect(events[0].advice == "import the network's report: torii revenue import")
    }

    @Test func tellsARollbackFromAChange() {
        func revision(_ number: Int, _ texts: [String: String]) -> RevisionRecord {
            RevisionRecord(
                number: number,
                at: Self.now,
                by: "ada",
                from: "cli",
                reason: "",
                documents: texts.sorted { $0.key < $1.key }.map {
                    PolicyDocument(path: $0.key, bytes: Array($0.value.utf8))
                },
                revenue: []
            )
        }
        let history = [
            revision(1, ["ios": "a", "mac": "a"]), revision(2, ["ios": "b", "mac": "a"]),
            revision(3, ["ios": "b", "mac": "c"]),
        ]
        #expect(revision(4, ["ios": "a", "mac": "c"]).origin(among: history) == 1)
        #expect(revision(4, ["ios": "b", "mac": "a"]).origin(among: history) == 2)
        #expect(revision(4, ["ios": "b", "mac": "d"]).origin(among: history) == nil)
        #expect(revision(4, ["ios": "b", "mac": "c"]).origin(among: history) == nil)
        var watch = EventWatch()
        let events = watch.events(Self.at(0) { $0.revisions = [(revision(4, [:]), 2), (revision(3, [:]), nil)] })
        #expect(events.map(\.text) == ["policy r3 applied by ada", "policy r4 is back to r2 by ada"])
        #expect(events.map(\.kind) == [.policyApplied, .policyRolledBack])
        #expect(watch.revision == 4)
        let staged = RevisionRecord(
            number: 5,
            at: Self.now,
            by: "ada",
            from: "cli",
            reason: "",
            documents: [],
            revenue: [],
            stage: RevisionStage(base: 4, millionths: 100_000, salt: "r5")
        )
        let told = watch.events(Self.at(1) { $0.revisions = [(staged, nil)] })
        #expect(told.map(\.text) == ["policy r5 rolled out to 10.0 % of uploads beside r4 by ada"])
    }

    @Test func advisesOnEverythingThatIsGrave() {
        for kind in EventKind.allCases where kind.severity > .info { #expect(!kind.advice.isEmpty, "\(kind.rawValue)") }
    }
}
