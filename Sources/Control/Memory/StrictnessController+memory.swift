import Policy

extension StrictnessController {
    /// Of the form of these bytes; another one is not read.
    private static let form = 3
    /// The one before, which is read too: every audit that waited counted as a false reject in it.
    private static let earlierForm = 2

    /// Everything it remembers, to be taken right after a look: what it goes on with then follows from this, bit for
    /// bit. Some 190 KiB. The profile's numbers are not part of it.
    package var memory: [UInt8] {
        var dial = self
        dial.takeIn()
        return dial.written
    }

    private var written: [UInt8] {
        var memory = MemoryWriter()
        memory.put(Self.form)
        memory.put(phase.rawValue)
        memory.put(certificate) { $1.store(in: &$0) }
        memory.put([base, rate, credit.images])
        memory.put([isPaceBound, isBlocked, isFloorBound, isAlarmed, isClaimWithdrawn])
        for histogram in [traffic.sharpnessFast, traffic.areaFast, traffic.sharpnessSlow, traffic.areaSlow] {
            histogram.store(in: &memory)
        }
        traffic.recent.store(in: &memory)
        traffic.sharpnessTies.store(in: &memory)
        traffic.areaTies.store(in: &memory)
        traffic.clients.store(in: &memory)
        traffic.pace.store(in: &memory)
        traffic.raises.store(in: &memory)
        memory.put(sinceTick)
        memory.put(lastTick) { $0.put($1) }
        memory.put([judged, sent, clamped, audits, falseAudits, waitingAudits, traffic.scorerBase])
        regression.store(in: &memory)
        for watch in [traffic.sharpnessDrift, traffic.areaDrift, traffic.sharpnessScorer, traffic.areaScorer] {
            watch.store(in: &memory)
        }
        tightening.store(in: &memory)
        memory.put(approved) { memory, thresholds in
            memory.put(thresholds.sharpness)
            memory.put(thresholds.saliencyArea)
        }
        memory.put(noted) { $1.store(in: &$0) }
        return memory.bytes
    }

    /// Goes on where a memory was taken; nil for bytes that are none, or not whole.
    ///
    /// - Parameter settings: The profile's numbers, as they are now.
    package init?(_ settings: ControlSettings, memory bytes: [UInt8]) {
        var memory = MemoryReader(bytes)
        let form = memory.integer()
        guard form == Self.form || form == Self.earlierForm, let phase = ControlPhase(rawValue: memory.text()) else {
            return nil
        }
        self.init(settings, phase: phase)
        certificate = memory.optional { Certificate(&$0) }
        let numbers = memory.reals()
        let flags = memory.flags()
        traffic.sharpnessFast = ScoreHistogram(&memory, halfLife: Self.fastHalfLife)
        traffic.areaFast = ScoreHistogram(&memory, halfLife: Self.fastHalfLife)
        traffic.sharpnessSlow = ScoreHistogram(&memory, halfLife: Self.slowHalfLife)
        traffic.areaSlow = ScoreHistogram(&memory, halfLife: Self.slowHalfLife)
        traffic.recent = RecentUploads(&memory, capacity: Self.window)
        var sharpnesses: [Double] = []
        var areas: [Double] = []
        traffic.recent.forEach { sample in
            guard !sample.isOwn else { return }
            if !sample.sharpness.isNaN { sharpnesses.append(sample.sharpness) }
            if !sample.area.isNaN { areas.append(sample.area) }
        }
        traffic.sharpnessTies = TieCounter(&memory, window: Self.window, scores: sharpnesses)
        traffic.areaTies = TieCounter(&memory, window: Self.window, scores: areas)
        traffic.clients = ClientShares(&memory, window: Self.window)
        traffic.pace = Pace(&memory)
        traffic.raises = CeilingRaises(&memory)
        sinceTick = memory.integer()
        lastTick = memory.optional { $0.long() }
        var counts = memory.integers()
        if form == Self.earlierForm, counts.count == 6 { counts.insert(0, at: 5) }
        regression = RegressionAlarm(&memory)
        traffic.sharpnessDrift = DriftWatch(&memory)
        traffic.areaDrift = DriftWatch(&memory)
        traffic.sharpnessScorer = DriftWatch(&memory)
        traffic.areaScorer = DriftWatch(&memory)
        tightening = Tightening(&memory)
        approved = memory.optional { Thresholds(sharpness: $0.real(), saliencyArea: $0.real()) }
        noted = memory.optional { Adjustment.Standing(&$0) }
        guard memory.isWhole, numbers.count == 3, numbers.allSatisfy(\.isFinite), flags.count == 5, counts.count == 7,
            counts.allSatisfy({ (0...1 << 50).contains($0) }), (0...1 << 50).contains(sinceTick),
            (-(1 << 56)...1 << 56).contains(lastTick ?? 0)
        else { return nil }
        (base, rate, credit) = (numbers[0], numbers[1], Credit(images: numbers[2]))
        guard traffic.raises.made.allSatisfy({ (0...1 << 50).contains($0.judged) }) else { return nil }
        (isPaceBound, isBlocked, isFloorBound) = (flags[0], flags[1], flags[2])
        (isAlarmed, isClaimWithdrawn) = (flags[3], flags[4])
        (judged, sent, clamped) = (counts[0], counts[1], counts[2])
        (audits, falseAudits, waitingAudits, traffic.scorerBase) = (counts[3], counts[4], counts[5], counts[6])
        renewTables()
        moveLimits()
    }
}
