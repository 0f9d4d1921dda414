import Ledger
import Platform
import TestSupport
import Testing

@testable import Server

/// Ledger writes that failed, tried again with pauses that end when a test says so.
@Suite(.timeLimit(.minutes(5)))
struct LateWritesTests {
    /// Pauses taken so far, and how many of them may end.
    private final class Pauses: Sendable {
        private let state = Locked((taken: [Duration](), allowed: 0))

        var taken: [Duration] { state.withLock { $0.taken } }

        func allow(_ count: Int) { state.withLock { $0.allowed = count } }

        @Sendable func take(_ duration: Duration) async {
            let number = state.withLock { state in
                state.taken.append(duration)
                return state.taken.count
            }
            // Cancelled: whoever stops does not wait for it.
            try? await eventually { Task.isCancelled || state.withLock { $0.allowed >= number } }
        }
    }

    /// A disk that may be full, and what is on it.
    private final class Disk: Sendable {
        private let state = Locked((isFull: true, rows: [String]()))

        var rows: [String] { state.withLock { $0.rows } }

        func fill(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }

        func write(_ row: String) throws(LedgerError) {
            let isWritten = state.withLock { state in
                if !state.isFull { state.rows.append(row) }
                return !state.isFull
            }
            if !isWritten { throw LedgerError(.storage, "the disk is full") }
        }
    }

    private let log = RecordedLog()
    private let pauses = Pauses()
    private let disk = Disk()

    private func lateWrites(tries: Int = 10) -> LateWrites {
        LateWrites(log: log.log, firstPause: .seconds(1), tries: tries, sleep: pauses.take)
    }

    private func add(_ count: Int, to late: LateWrites) {
        for number in 0..<count {
            late.add("the decision", decision: "d\(number)") { [disk] () throws(LedgerError) in
                try disk.write("d\(number)")
            }
        }
    }

    private var left: [RecordedLog.Line] { log.lines.filter { $0.message.hasSuffix("is left to the next start") } }

    /// One pause for each round that fails wholly, none once the disk takes something.
    @Test func writesTheRestAtOnceAfterTheFirst() async throws {
        let late = lateWrites()
        add(456, to: late)
        pauses.allow(2)
        try await eventually { pauses.taken.count == 3 }
        #expect(disk.rows.isEmpty)
        disk.fill(false)
        pauses.allow(3)
        try await eventually { disk.rows.count == 456 }
        #expect(Set(disk.rows).count == 456)
        #expect(pauses.taken == [.seconds(1), .seconds(2), .seconds(4)])
        #expect(left.isEmpty)
    }

    /// A row finds the bills that were before it, also when those fail once more.
    @Test func keepsTheOrderWithinADecision() async throws {
        let late = lateWrites()
        let failures = Locked(Set((0..<100).map { "d\($0)" }))
        for number in 0..<100 {
            let id = "d\(number)"
            late.add("the settlement", decision: id) { [disk] () throws(LedgerError) in
                if failures.withLock({ $0.remove(id) }) != nil, number % 2 == 0 {
                    throw LedgerError(.storage, "not yet")
                }
                try disk.write("bill \(id)")
            }
            late.add("the decision", decision: id) { [disk] () throws(LedgerError) in try disk.write("row \(id)") }
        }
        disk.fill(false)
        pauses.allow(1)
        try await eventually { disk.rows.count == 200 }
        let rows = disk.rows
        for number in 0..<100 {
            let bill = try #require(rows.firstIndex(of: "bill d\(number)"))
            let row = try #require(rows.firstIndex(of: "row d\(number)"))
            #expect(bill < row)
        }
        #expect(pauses.taken == [.seconds(1)])
    }

    /// What fails while others succeed is its own fault: it is given up, and keeps nothing out.
    @Test func leavesWhatFailsOnItsOwn() async throws {
        let late = lateWrites(tries: 2)
        late.add("the decision", decision: "bad") { () throws(LedgerError) in
            throw LedgerError(.invariant, "money that does not tie")
        }
        disk.fill(false)
        add(100, to: late)
        pauses.allow(1)
        try await eventually { disk.rows.count == 100 && !left.isEmpty }
        #expect(left.map(\.fields) == [["decision": .text("bad"), "cause": .text("money that does not tie")]])
        #expect(pauses.taken == [.seconds(1)])
    }

    /// What seemed to fail had succeeded, or has nothing left to settle.
    @Test(arguments: [LedgerError.Code.duplicate, .notFound])
    func isDoneWithWhatIsThereAlready(code: LedgerError.Code) async throws {
        let late = lateWrites()
        late.add("the settlement", decision: "d") { () throws(LedgerError) in throw LedgerError(code, "said") }
        pauses.allow(1)
        try await eventually { log.messages.contains("ledger writes made at last") }
        await late.finish(by: .now + .seconds(60))
        #expect(left.isEmpty)
    }

    @Test func writesWhatWaitsWhenTheServerStops() async throws {
        let late = lateWrites()
        add(456, to: late)
        try await eventually { pauses.taken.count == 1 }
        disk.fill(false)
        // Its pause of a second has not ended: nobody waits for that now.
        await late.finish(by: .now + .seconds(240))
        #expect(disk.rows.count == 456)
        #expect(left.isEmpty)
        late.add("the decision", decision: "later") { [disk] () throws(LedgerError) in try disk.write("later") }
        #expect(left.map(\.fields) == [["decision": .text("later"), "cause": .text("the server has stopped")]])
        #expect(disk.rows.count == 456)
    }

    @Test func namesWhatIsLostWhenTheServerStops() async throws {
        let late = lateWrites()
        add(130, to: late)
        pauses.allow(.max)
        await late.finish(by: .now + .seconds(240))
        let fields = (0..<130).map {
            ["decision": Log.Value.text("d\($0)"), "cause": .text("the disk is full")]
        }
        #expect(Set(left.map(\.fields)) == Set(fields))
        #expect(left.count == 130)
        let sum = log.lines.filter { $0.message == "ledger writes lost at the stop" }
        #expect(sum.map(\.fields) == [["count": .integer(130)]])
        #expect(disk.rows.isEmpty)
    }

    /// A disk that does not answer holds the stop up no longer than its deadline.
    @Test func doesNotWaitForADiskThatHangs() async throws {
        let late = lateWrites()
        let latch = Latch()
        late.add("the settlement", decision: "d") { () throws(LedgerError) in await latch.wait() }
        pauses.allow(1)
        await late.finish(by: .now + .milliseconds(50))
        #expect(left.map(\.fields) == [["decision": .text("d"), "cause": .text("not tried again")]])
        latch.open()
    }

    @Test func keepsNoMoreThanItHasRoomFor() async {
        let late = lateWrites()
        add(4_098, to: late)
        #expect(left.map { $0.fields["cause"] } == [.text("too many wait"), .text("too many wait")])
        #expect(left.map { $0.fields["decision"] } == [.text("d4096"), .text("d4097")])
        disk.fill(false)
        pauses.allow(.max)
        await late.finish(by: .now + .seconds(240))
        #expect(disk.rows.count == 4_096)
    }
}
