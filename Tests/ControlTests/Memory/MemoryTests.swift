import Policy
import TestSupport
import Testing

@testable import Control

@Suite("Memory")
struct MemoryTests {
    private static let target = 0.466

    private static var settings: ControlSettings {
        var settings = ControlSettings(
            target: target,
            auditShare: 0.05,
            falseRejectMax: 0.000_18,
            confidence: 0.95,
            limits: GateLimits(sharpness: .init(floor: 0, ceiling: 1), area: .init(floor: 0, ceiling: 1))
        )
        settings.raises = true
        return settings
    }

    private static func scores(_ row: TraceRow) -> GateScores {
        GateScores(
            sharpness: row.sharpness,
            area: row.coarse == .abstract ? nil : row.attentionArea,
            isOwn: row.isOwn
        )
    }

    private static func upload(_ row: TraceRow) -> ControlUpload {
        ControlUpload(
            time: row.time,
            scores: scores(row),
            hash: row.hash,
            client: row.client,
            randomness: row.hash &* 0x9E37_79B9_7F4A_7C15,
            cost: row.cost,
            revenue: row.revenue
        )
    }

    /// A controller in `hold` after a measure week, and the uploads that follow.
    private static func running(_ preset: PresetTraffic.Preset) -> (StrictnessController, PresetTraffic) {
        var week = MeasureWeek()
        var seen: [GateScores] = []
        for row in PresetTraffic.week(target: target, seed: 3) {
            seen.append(scores(row))
            week.add(.init(scores: scores(row), isRight: row.isRight), at: row.time)
        }
        var controller = StrictnessController(settings, phase: .hold)
        let certificate = week.certificate(target: target, max: 0.000_18, confidence: 0.95)
        controller.begin(with: certificate, after: seen, forecast: TrafficForecast())
        return (controller, PresetTraffic(preset, target: target, seed: 5))
    }

    /// Judges an upload, learns of its answer.
    private static func step(_ controller: inout StrictnessController, _ row: TraceRow) -> ControlDecision {
        let decision = controller.decide(on: upload(row))
        if decision.isSent {
            controller.learn(
                isRight: row.isRight,
                of: scores(row),
                audit: decision.isAudit ? decision : nil
            )
        }
        return decision
    }

    /// Taken right after a look, it leads to the very decisions the controller itself comes to, whatever came before.
    @Test(arguments: [PresetTraffic.Preset.drift, .spam, .diurnal])
    func goesOnBitForBit(_ preset: PresetTraffic.Preset) throws {
        var (controller, traffic) = Self.running(preset)
        #expect(controller.state == .hold)
        var resumed: StrictnessController?
        var compared = 0
        while let row = traffic.next() {
            if controller.isLookDue(at: row.time) {
                controller.look(at: row.time)
                if controller.judged % 9000 == 0 {
                    resumed = StrictnessController(Self.settings, memory: controller.memory)
                    #expect(resumed != nil)
                }
            }
            let decision = Self.step(&controller, row)
            if var other = resumed.take() {
                #expect(Self.step(&other, row) == decision)
                compared += 1
                resumed = other
            }
        }
        #expect(compared > 60_000)
        let other = try #require(resumed)
        #expect(other.credit == controller.credit && other.sent == controller.sent)
        #expect(other.standing == controller.standing)
    }

    @Test func takesCutBytesForNone() {
        let memory = Self.running(.stationary).0.memory
        #expect(StrictnessController(Self.settings, memory: memory) != nil)
        for length in stride(from: 0, to: memory.count, by: 997) {
            #expect(
                StrictnessController(Self.settings, memory: Array(memory.prefix(length))) == nil,
                "cut at \(length)"
            )
        }
        #expect(StrictnessController(Self.settings, memory: memory + [0]) == nil)
    }

    /// Whatever the bytes, it never traps, and what it then decides is a decision.
    @Test func survivesAnyBytes() {
        var random = SeededGenerator(seed: 11)
        let (whole, traffic) = Self.running(.stationary)
        let memory = whole.memory
        for _ in 0..<300 {
            var bytes = memory
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard var controller = StrictnessController(Self.settings, memory: bytes) else { continue }
            var traffic = traffic
            for _ in 0..<60 {
                guard let row = traffic.next() else { break }
                _ = Self.step(&controller, row)
            }
            #expect(controller.judged >= 60)
        }
    }

    /// Losing what is owed costs next to nothing: the bound of the credit, once.
    @Test func twentyKillsMoveTheRateByLessThanATwentiethPoint() throws {
        var (whole, traffic) = Self.running(.stationary)
        var killed = whole
        var random = SeededGenerator(seed: 23)
        var memory = killed.memory
        var rows: [(upload: ControlUpload, isAudit: Bool)] = []
        var kills = Set((0..<20).map { _ in Int.random(in: 1000..<126_000, using: &random) })
        var number = 0
        while number < 126_000 {
            // A week of 18,000 a day: the preset's eight days at twice the pace, begun again at the end.
            guard let row = traffic.next() else {
                // Its clock begins anew: a step of eight days back.
                traffic = PresetTraffic(.stationary, target: Self.target, seed: 6)
                continue
            }
            _ = Self.step(&whole, row)
            if kills.remove(number) != nil {
                killed = try #require(StrictnessController(Self.settings, memory: memory))
                // The last two were in flight: their rows are lost.
                for row in rows.dropLast(2) {
                    _ = killed.decide(on: row.upload.drawn(row.isAudit))
                }
                rows = []
            }
            if killed.isLookDue(at: row.time) {
                killed.look(at: row.time)
                if number % 200 < 50 {
                    memory = killed.memory
                    rows = []
                }
            }
            let decision = Self.step(&killed, row)
            rows.append((Self.upload(row), decision.isAudit))
            number += 1
        }
        #expect(kills.isEmpty)
        let rate = Double(whole.sent) / Double(whole.judged)
        #expect(abs(rate - Double(killed.sent) / Double(killed.judged)) < 0.0005)
    }
}

extension ControlUpload {
    /// With randomness that draws, or does not draw, an audit.
    fileprivate func drawn(_ isAudit: Bool) -> ControlUpload {
        ControlUpload(
            time: time,
            scores: scores,
            hash: hash,
            client: client,
            randomness: isAudit ? 0 : .max,
            cost: cost,
            revenue: revenue
        )
    }
}
