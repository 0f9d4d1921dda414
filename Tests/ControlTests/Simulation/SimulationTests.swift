import Policy
import Testing

@testable import Control

/// Short forms of the acceptance tests, on made-up traffic; `make control-eval` runs them whole.
@Suite("Simulated traffic")
struct SimulationTests {
    private static let settings = ControlSettings(
        target: 0.466,
        auditShare: 0,
        falseRejectMax: 0.00018,
        confidence: 0.95,
        limits: GateLimits(sharpness: .init(floor: 0.05, ceiling: 0.4), area: .init(floor: 0.01, ceiling: 0.15))
    )
    private static let gate = GateSettings(
        enabled: true,
        sharpness: .init(min: 0.18, floor: 0.05, ceiling: 0.4),
        saliencyArea: .init(min: 0.06, floor: 0.01, ceiling: 0.15),
        abstractBypass: true,
        ownWatermark: true,
        background: .init(red: 255, green: 255, blue: 255),
        deadline: .milliseconds(800),
        onDeadline: .send
    )

    /// A controller that begins in `hold` after a measure week, made once for all tests.
    private static let begun = Simulation.measured(PresetTraffic.week(target: 0.466, seed: 1), settings, gate)

    private struct Outcome {
        var score = SimulationScore(target: 0.466)
        var states: Set<ControlState> = []
        var strictest = Thresholds(sharpness: 0, saliencyArea: 0)
        var spam = 0
        var spamSent = 0
    }

    private func run(_ preset: PresetTraffic.Preset, nodes: Int = 1, kill: Int? = nil) -> (Outcome, SimulatedNodes) {
        var nodes = SimulatedNodes(Self.begun, nodes: nodes, partition: nil, kill: kill)
        var traffic = PresetTraffic(preset, target: 0.466, seed: 0)
        var outcome = Outcome()
        while let row = traffic.next() {
            let decision = nodes.decide(
                on: ControlUpload(
                    time: row.time,
                    scores: row.scores(Self.gate),
                    hash: row.hash,
                    client: row.client,
                    randomness: row.hash,
                    cost: row.cost,
                    revenue: row.revenue
                ),
                isRight: row.isRight
            )
            outcome.score.count(row, isSent: decision.isSent, isPaid: true, isClamped: decision.isClamped)
            outcome.states.insert(decision.state)
            outcome.strictest = Thresholds(
                sharpness: max(outcome.strictest.sharpness, decision.thresholds.sharpness),
                saliencyArea: max(outcome.strictest.saliencyArea, decision.thresholds.saliencyArea)
            )
            if row.client == 1 {
                outcome.spam += 1
                if decision.isSent { outcome.spamSent += 1 }
            }
        }
        return (outcome, nodes)
    }

    @Test func beginsWithACertificate() throws {
        let certificate = try #require(Self.begun.certificate)
        #expect(certificate.uploads == 63_000)
        #expect(certificate.bound <= 0.00018)
        #expect(Self.begun.phase == .hold)
    }

    @Test(arguments: [PresetTraffic.Preset.stationary, .drift])
    func holdsTheTarget(_ preset: PresetTraffic.Preset) throws {
        let (outcome, _) = run(preset)
        let summary = outcome.score.summary
        #expect(summary.meanWindowError <= 0.0050)
        #expect(summary.dayError <= 0.0012)
        #expect(summary.falseRejects <= 0.00018)
        #expect(summary.overspend == 0)
        #expect(!outcome.states.contains(.conservative))
    }

    @Test func neverPassesItsCeilingsAndSaysSo() throws {
        let certificate = try #require(Self.begun.certificate)
        let (outcome, _) = run(.phone)
        #expect(outcome.strictest.sharpness <= certificate.sharpness.ceiling)
        #expect(outcome.strictest.saliencyArea <= certificate.area.ceiling)
        #expect(!outcome.states.isDisjoint(with: [.targetBlockedByFR, .paceBlockedByFR]))
    }

    @Test func rejectsAFloodOfSpam() {
        let (outcome, _) = run(.spam)
        #expect(outcome.spam > 2000)
        #expect(outcome.spamSent * 50 <= outcome.spam)
        #expect(outcome.score.summary.overspend == 0)
    }

    @Test func fourNodesHoldOneTarget() {
        let (outcome, nodes) = run(.stationary, nodes: 4)
        #expect(outcome.score.summary.meanWindowError <= 0.0065)
        #expect(nodes.counts.judged == 72_000)
        #expect(nodes.counts.sent == outcome.score.summary.sent)
    }

    /// A node that dies and replays the ledger's rows since its last save decides as if nothing had happened.
    @Test func replaysBitForBitAfterAKill() {
        let (whole, _) = run(.stationary)
        let (killed, nodes) = run(.stationary, kill: 12_345)
        #expect(whole.score.summary == killed.score.summary)
        #expect(nodes.counts.judged == 72_000)
    }
}
