import Control
import Platform
import Policy

extension Command {
    static let benchDial = Command(
        words: ["bench", "dial"],
        group: .care,
        summary: "time the send-rate controller over made-up traffic: a decision, a look of its slow loop, its memory",
        options: [
            .policies, .profile,
            Option(name: "rows", value: "N", summary: "decisions of each rate (default 200000)"),
        ],
        examples: [("torii bench dial", "microseconds of processor time, at several rates of uploads")]
    ) { invocation throws(Stop) in
        let profile = try chosenProfile(invocation)
        let rows = try invocation.integer("rows", in: 1_000...100_000_000, default: 200_000)
        let times = DialTimes(profile: profile, rows: rows)
        for figure in times.figures() {
            invocation.console.out("\(figure.name.padded(to: 66))\(FigureNumber.text(figure.value))")
        }
        return .done
    }
}

/// How long a dial takes, in microseconds of the processor.
private struct DialTimes {
    private let begun: StrictnessController
    private let gate: GateSettings
    private let target: Double
    private let rows: Int

    /// After a measure week without events: the dial holds, with the ceilings that week certifies.
    init(profile: Profile, rows: Int) {
        gate = profile.gate
        target = profile.target.sendRate
        begun =
            Simulation(profile: profile, options: .init(), week: PresetTraffic.week(target: target, seed: 0)).controller
        self.rows = rows
    }

    func figures() -> [(name: String, value: Double)] {
        var figures: [(name: String, value: Double)] = []
        for (name, pause) in [
            ("100 uploads a second", 10), ("an upload a second", 1_000), ("an upload in 9.6 s", 9_600),
        ] {
            figures.append(("a decision at \(name), µs", decision(pause: Int64(pause))))
        }
        let looks = looks()
        figures.append(("a look of the slow loop, µs", looks.mean))
        figures.append(("  the longest of \(Self.looks)", looks.longest))
        for (name, held) in holds() {
            figures.append(("lock held by \(name), median, µs", held.median))
            figures.append(("  its 99th percentile", held.tail))
        }
        let memory = begun.memory
        figures.append(("bytes of a memory", Double(memory.count)))
        figures.append(("  to write one, µs", Self.time { _ = begun.memory }))
        return figures
    }

    private func decision(pause: Int64) -> Double {
        var controller = begun
        let uploads = uploads(pause: pause)
        let whole = Self.time { for upload in uploads { _ = controller.decide(on: upload) } }
        return whole / Double(rows)
    }

    /// Stretches of a dial's lock: for a decision, and for the two ends of a look that is taken beside it. Of the clock, whose
    /// own reading is part of them.
    private func holds() -> [(name: String, held: (median: Double, tail: Double))] {
        var controller = begun
        var decisions: [Double] = []
        var begins: [Double] = []
        var ends: [Double] = []
        for upload in uploads(pause: 1_000) {
            var begun: StrictnessController?
            let begin = Self.clocked { begun = controller.beginLook(at: upload.time) }
            if var look = begun.take() {
                look.look(at: upload.time)
                begins.append(begin)
                ends.append(Self.clocked { controller.endLook(&look) })
            }
            decisions.append(Self.clocked { _ = controller.judge(upload) })
        }
        return [
            ("a decision", Self.spread(decisions)), ("a look's begin", Self.spread(begins)),
            ("a look's end", Self.spread(ends)),
        ]
    }

    private func uploads(pause: Int64) -> [ControlUpload] {
        var traffic = PresetTraffic(.stationary, target: target, seed: 0)
        var seen: [(row: TraceRow, scores: GateScores)] = []
        while let row = traffic.next() { seen.append((row, row.scores(gate))) }
        return (0..<rows).map { number in
            let (row, scores) = seen[number % seen.count]
            return ControlUpload(
                time: Self.start + Int64(number + 1) * pause,
                scores: scores,
                hash: row.hash,
                client: row.client,
                randomness: row.hash,
                cost: row.cost,
                revenue: row.revenue
            )
        }
    }

    private static let looks = 2_000
    /// Past the measure week.
    private static let start = 8 * TrafficForecast.dayLength

    private func looks() -> (mean: Double, longest: Double) {
        var controller = begun
        var sum = 0.0
        var longest = 0.0
        for number in 0..<Self.looks {
            let took = Self.time { controller.look(at: Self.start + Int64(number) * 1_000) }
            sum += took
            longest = max(longest, took)
        }
        return (sum / Double(Self.looks), longest)
    }

    private static func time(_ body: () -> Void) -> Double {
        let start = ProcessFigures.processorSeconds
        body()
        return (ProcessFigures.processorSeconds - start) * 1e6
    }

    private static func clocked(_ body: () -> Void) -> Double {
        let start = ContinuousClock.now
        body()
        let took = ContinuousClock.now - start
        return Double(took.components.attoseconds) / 1e12 + Double(took.components.seconds) * 1e6
    }

    private static func spread(_ times: [Double]) -> (median: Double, tail: Double) {
        let sorted = times.sorted()
        guard let last = sorted.last else { return (0, 0) }
        return (sorted[sorted.count / 2], sorted.count < 100 ? last : sorted[sorted.count * 99 / 100])
    }
}
