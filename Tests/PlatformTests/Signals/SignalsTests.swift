import TestSupport
import Testing

@testable import Platform

@Suite(.serialized) struct SignalsTests {
    @Test(.timeLimit(.minutes(1))) func reportsSignalsInOrderAndEndsWhenStopped() async {
        let signals = Signals(exit: {})
        var events = signals.events.makeAsyncIterator()
        for event in [Signals.Event.reload, .interrupt, .reload, .terminate, .terminate] {
            signals.deliver(event)
            #expect(await events.next() == event)
        }
        await BlockingPool(threads: 1).run { signals.stop() }
        #expect(await events.next() == nil)
        signals.stop()
    }

    @Test(.timeLimit(.minutes(1))) func exitsAtTheSecondInterrupt() async {
        let exited = Latch()
        let signals = Signals(exit: { exited.open() })
        var events = signals.events.makeAsyncIterator()
        signals.deliver(.interrupt)
        #expect(await events.next() == .interrupt)
        #expect(!exited.isOpen)
        signals.deliver(.interrupt)
        await exited.wait()
        await BlockingPool(threads: 1).run { signals.stop() }
    }
}
