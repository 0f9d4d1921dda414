import Policy
import TestSupport
import Testing

@testable import Control

@Suite("Strictness controller")
struct StrictnessControllerTests {
    private func settings(target: Double = 0.466, audits: Double = 0, isClamped: Bool = true) -> ControlSettings {
        var settings = ControlSettings(
            target: target,
            auditShare: audits,
            falseRejectMax: 0.00018,
            confidence: 0.95,
            limits: GateLimits(
                sharpness: .init(floor: 0.05, ceiling: 0.4),
                area: .init(floor: 0.01, ceiling: 0.15)
            )
        )
        settings.isClamped = isClamped
        return settings
    }

    private func upload(
        _ number: Int,
        _ sharpness: Double,
        area: Double? = nil,
        isOwn: Bool = false,
        randomness: UInt64 = .max
    ) -> ControlUpload {
        ControlUpload(
            time: Int64(number) * 9600,
            scores: GateScores(sharpness: sharpness, area: area, isOwn: isOwn),
            hash: TraceRow.hash("\(number)".utf8),
            client: nil,
            randomness: randomness,
            cost: 682_000,
            revenue: 324_000
        )
    }

    /// The largest |sum of (sent - target)| over a sequence, with nothing in the dial's way.
    private func largestError(_ scores: [Double], target: Double = 0.466) -> Double {
        var controller = StrictnessController(settings(target: target, isClamped: false), phase: .hold)
        var sum = 0.0
        var most = 0.0
        for (number, score) in scores.enumerated() {
            let decision = controller.decide(on: upload(number, score))
            sum += (decision.isSent ? 1 : 0) - target
            most = max(most, abs(sum))
        }
        return most
    }

    /// A triangle between 0 and 1 in 250 steps.
    private static func swing(_ step: Int) -> Double {
        let place = step % 250
        return Double(place < 125 ? place : 250 - place) / 125
    }

    @Test(arguments: ["alternating", "rising", "falling", "swinging", "one value", "two values"])
    func staysInsideItsBoundWhateverArrives(_ kind: String) {
        var random = SeededGenerator(seed: 5)
        let count = 20_000
        let even = (0..<count).map { _ in Double.random(in: 0..<1, using: &random) }
        let scores: [Double] =
            switch kind {
            case "alternating": even.enumerated().map { $0.element / 10 + ($0.offset / 500 % 2 == 0 ? 0.9 : 0) }
            case "rising": even.sorted()
            case "falling": even.sorted(by: >)
            case "swinging": even.indices.map { Self.swing($0) }
            case "one value": [Double](repeating: 0.37, count: count)
            default: even.map { $0 < 0.3 ? 0.2 : 0.7 }
            }
        let error = largestError(scores)
        #expect(error <= 48, "\(kind): \(error)")
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func staysInsideItsBoundInRandomBlocks(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var scores: [Double] = []
        while scores.count < 20_000 {
            let middle = Double.random(in: 0...1, using: &random)
            let width = Double.random(in: 0...0.3, using: &random)
            for _ in 0..<Int.random(in: 1...2000, using: &random) {
                scores.append(min(1, max(0, middle + width * Double.random(in: -1...1, using: &random))))
            }
        }
        let error = largestError(scores, target: [0.05, 0.41, 0.466, 0.9][Int(seed % 4)])
        #expect(error <= 48, "seed \(seed): \(error)")
    }

    /// Nothing is ever rejected at random: a reject has a score below the threshold on its row, or is our own; and a send
    /// has none.
    @Test(arguments: [true, false], [ControlPhase.measure, .conservative, .tighten, .hold])
    func rejectsExactlyBelowTheThreshold(isClamped: Bool, phase: ControlPhase) {
        var random = SeededGenerator(seed: 9)
        var controller = StrictnessController(settings(audits: 0.1, isClamped: isClamped), phase: phase)
        var rejects = 0
        for number in 0..<6000 {
            let score = Int.random(in: 0...2, using: &random) == 0 ? 0.2 : Double.random(in: 0...1, using: &random)
            let area = Double.random(in: 0...0.5, using: &random)
            let isOwn = number % 97 == 0
            let upload = upload(number, score, area: area, isOwn: isOwn, randomness: random.next())
            let decision = controller.decide(on: upload)
            let isBelow = score < decision.thresholds.sharpness || area < decision.thresholds.saliencyArea || isOwn
            #expect((decision.verdict == .reject) == isBelow)
            #expect(!decision.isAudit || decision.verdict == .reject)
            if isBelow { rejects += 1 }
        }
        #expect(rejects > 60)
    }

    @Test func neverPassesItsCeilings() {
        var controller = StrictnessController(settings(), phase: .hold)
        var sent = 0
        for number in 0..<5000 {
            // Everything sharp: no strictness inside the ceilings rejects any of it.
            let decision = controller.decide(on: upload(number, 0.5 + Double(number % 100) / 250))
            #expect(decision.thresholds.sharpness <= 0.4 && decision.thresholds.saliencyArea <= 0.15)
            if decision.isSent { sent += 1 }
        }
        #expect(sent == 5000)
        let last = controller.decide(on: upload(5000, 0.9))
        #expect([.targetBlockedByFR, .paceBlockedByFR].contains(last.state))
    }

    @Test func isConservativeWithoutEvidence() {
        var controller = StrictnessController(settings(), phase: .conservative)
        var rejected = 0
        for number in 0..<4000 {
            let decision = controller.decide(on: upload(number, Double(number * 619 % 1000) / 1000))
            #expect(decision.state == .conservative)
            if number < 400 { #expect(decision.thresholds == Thresholds(sharpness: 0, saliencyArea: 0)) }
            if !decision.isSent { rejected += 1 }
        }
        #expect((150...230).contains(rejected))
    }

    @Test func decidesAlikeOnReplay() {
        func run() -> [ControlDecision] {
            var random = SeededGenerator(seed: 21)
            var controller = StrictnessController(settings(audits: 0.05), phase: .hold)
            return (0..<3000).map { number in
                controller.decide(
                    on: upload(number, Double.random(in: 0...1, using: &random), randomness: random.next())
                )
            }
        }
        #expect(run() == run())
    }

    @Test func countsAuditsAsSends() {
        var controller = StrictnessController(settings(audits: 1, isClamped: false), phase: .hold)
        var audits = 0
        for number in 0..<500 {
            let decision = controller.decide(on: upload(number, 0.3, randomness: 0))
            #expect(decision.isSent)
            if decision.isAudit {
                audits += 1
                #expect(decision.propensity == 1)
            }
        }
        #expect(audits > 0)
        #expect(controller.sent == 500)
    }

    @Test func aFloodOfOneClientMovesNoDistribution() {
        var calm = StrictnessController(settings(), phase: .hold)
        var flooded = calm
        var random = SeededGenerator(seed: 2)
        for number in 0..<8000 {
            let score = Double.random(in: 0...1, using: &random)
            var one = upload(number, score)
            one = ControlUpload(
                time: one.time,
                scores: one.scores,
                hash: one.hash,
                client: UInt64(number),
                randomness: 0,
                cost: one.cost,
                revenue: one.revenue
            )
            _ = calm.decide(on: one)
            _ = flooded.decide(on: one)
            let spam = ControlUpload(
                time: one.time,
                scores: GateScores(sharpness: 0.06, area: nil, isOwn: false),
                hash: one.hash &+ 1,
                client: 1 << 40,
                randomness: 0,
                cost: one.cost,
                revenue: one.revenue
            )
            _ = flooded.decide(on: spam)
        }
        let median = calm.sharpnessTable.cut(at: 0.5).score
        #expect(abs(flooded.sharpnessTable.cut(at: 0.5).score - median) < 0.02)
    }
}
