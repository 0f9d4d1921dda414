import Policy
import TestSupport
import Testing

@testable import Control

@Suite("Send rate meter")
struct SendRateMeterTests {
    private struct Event {
        let isSent: Bool
        let target: Double
    }

    private func events(_ count: Int, seed: UInt64) -> [Event] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            Event(
                isSent: Double.random(in: 0..<1, using: &random) < 0.45,
                target: (Double.random(in: 0...1, using: &random) * 1000).rounded() / 1000
            )
        }
    }

    private func meter(_ events: some Sequence<Event>) -> SendRateMeter {
        var meter = SendRateMeter()
        for event in events { meter.record(isSent: event.isSent, target: event.target) }
        return meter
    }

    @Test func saysNothingBeforeTheFirstUpload() {
        let meter = SendRateMeter()
        #expect(meter.rate == nil)
        #expect(meter.target == nil)
        #expect(meter.credit == 0)
    }

    @Test(arguments: [
        ([true, false, false], 0.5, 0.5), ([true, true, true, true], 0.25, -3.0), ([false, false], 1.0, 2.0),
        ([true], 1.0, 0.0), ([true], 0.0, -1.0),
    ])
    func owesTargetMinusSent(_ sends: [Bool], _ target: Double, _ credit: Double) {
        var meter = SendRateMeter()
        for isSent in sends { meter.record(isSent: isSent, target: target) }
        #expect(meter.credit == credit)
        #expect(meter.target == target)
        #expect(meter.rate == Double(sends.filter { $0 }.count) / Double(sends.count))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func equalsARecount(seed: UInt64) {
        let events = events(2_000, seed: seed)
        let meter = meter(events)
        let sent = events.filter(\.isSent).count
        #expect(meter.judged == events.count, "seed \(seed)")
        #expect(meter.sent == sent, "seed \(seed)")
        // Targets have three decimals here: thousandths make the recount exact.
        let owed = events.reduce(0) { $0 + Int(($1.target * 1000).rounded()) }
        #expect(meter.credit == Double(owed - sent * 1000) / 1000, "seed \(seed)")
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func isTheSameInAnyOrderAndInParts(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let events = events(500, seed: seed)
        let whole = meter(events)
        #expect(meter(events.shuffled(using: &random)) == whole, "seed \(seed)")
        let cut = Int.random(in: 0...events.count, using: &random)
        var parts = meter(events[..<cut])
        parts.add(meter(events[cut...]))
        #expect(parts == whole, "seed \(seed)")
    }

    @Test func countsAuditsAsSends() {
        var meter = SendRateMeter()
        let reject = GateFinding.judged(Judgement(verdict: .reject, reasons: [.tooBlurry]))
        for isDrawn in [true, false, false, false] {
            meter.record(Fate.of(reject, phase: .enforce, auditShare: 0.25, auditDrawn: isDrawn), target: 0.4)
        }
        #expect(meter.judged == 4)
        #expect(meter.sent == 1)
        #expect(meter.credit == 0.6)
    }
}
