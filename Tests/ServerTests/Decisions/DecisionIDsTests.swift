import Economics
import Platform
import Server
import TestSupport
import Testing

@Suite struct DecisionIDsTests {
    @Test func writesTimeThenRandomBits() {
        let ids = DecisionIDs(
            clock: WallClock { Timestamp(microseconds: 1_469_918_176_385_000) },
            randomness: { [UInt8](repeating: 0xFF, count: $0) }
        )
        // The time part is the example of the ULID specification.
        #expect(ids.next() == "01ARYZ6S41ZZZZZZZZZZZZZZZZ")
    }

    @Test func tellsWhenAnIDWasMade() {
        let clock = ManualClock(Timestamp(microseconds: 1_796_000_000_123_456))
        let id = DecisionIDs(clock: clock.wallClock).next()
        #expect(DecisionIDs.moment(of: id) == Timestamp(microseconds: 1_796_000_000_123_000))
    }

    @Test(arguments: [
        "", "01ARYZ6S41ZZZZZZZZZZZZZZZ", "81ARYZ6S41ZZZZZZZZZZZZZZZZ", "01ARYZ6S41ZZZZZZZZZZZZZZZU",
        "01aryz6s41zzzzzzzzzzzzzzzz", "01ARYZ6S41ZZZZZZZZZZZZZZZZZ",
    ])
    func readsNoTimeFromWhatIsNotAnID(text: String) {
        #expect(DecisionIDs.moment(of: text) == nil)
    }

    @Test func ascendsWhileTheClockStands() {
        let ids = DecisionIDs(clock: ManualClock().wallClock)
        let made = (0..<10_000).map { _ in ids.next() }
        #expect(made == made.sorted())
        #expect(Set(made).count == made.count)
        #expect(made.allSatisfy { $0.utf8.count == 26 })
    }

    @Test func ascendsWhenTheRandomBitsRunOver() {
        let ids = DecisionIDs(
            clock: WallClock { .seconds(1) },
            randomness: { [UInt8](repeating: 0xFF, count: $0) }
        )
        let made = (0..<5).map { _ in ids.next() }
        #expect(made == made.sorted() && Set(made).count == 5)
        #expect(DecisionIDs.moment(of: made[4]) == Timestamp(microseconds: 1_001_000))
    }

    @Test func ascendsWhenTheClockStepsBack() {
        let clock = ManualClock()
        let ids = DecisionIDs(clock: clock.wallClock)
        let first = ids.next()
        clock.advance(seconds: -3_600)
        let second = ids.next()
        clock.advance(seconds: 3_601)
        let third = ids.next()
        #expect(first < second && second < third)
    }

    @Test func givesEveryCallerAnotherID() async {
        let ids = DecisionIDs()
        let made = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<8 { group.addTask { (0..<2_000).map { _ in ids.next() } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(made.allSatisfy { $0 == $0.sorted() })
        #expect(Set(made.joined()).count == 16_000)
    }
}
