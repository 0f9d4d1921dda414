extension Pace {
    func store(in memory: inout MemoryWriter) {
        forecast.store(in: &memory)
        memory.put(day) { $0.put($1) }
        TrafficForecast.store(today, in: &memory)
        TrafficForecast.store(before, in: &memory)
        memory.put(windowStart)
        memory.put(windowDays)
        memory.put(done)
        for amount in [expectedInWindow, earnedBefore, expectedToday, spentBefore, spentToday, owed] {
            memory.put(amount)
        }
        memory.put(meanCost) { $0.put($1) }
        trueUps.store(in: &memory)
    }

    init(_ memory: inout MemoryReader) {
        self.init(forecast: TrafficForecast(&memory))
        day = memory.optional { $0.long() }
        today = TrafficForecast.hours(&memory)
        before = TrafficForecast.hours(&memory)
        windowStart = memory.long()
        windowDays = memory.long()
        done = memory.integer()
        expectedInWindow = memory.long()
        earnedBefore = memory.long()
        expectedToday = memory.long()
        spentBefore = memory.long()
        spentToday = memory.long()
        owed = memory.long()
        meanCost = memory.optional { $0.real() }
        trueUps = RevenueTrueUps(&memory)
        let isSane =
            today.count == 24 && before.count == 24 && (1...Self.mostDays).contains(windowDays)
            && (-Self.lastDay...Self.lastDay).contains(windowStart)
            && (-Self.lastDay...Self.lastDay).contains(day ?? 0) && (0...1 << 50).contains(done)
            && [expectedInWindow, earnedBefore, expectedToday, spentBefore, spentToday, owed]
                .allSatisfy { (0...1 << 59).contains($0) }
            && (0.5...1e18).contains(meanCost ?? 1)
        if !isSane {
            memory.refuse()
            self = Pace()
        }
    }
}
