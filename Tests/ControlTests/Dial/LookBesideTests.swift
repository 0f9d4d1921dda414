import Policy
import Testing

@testable import Control

/// Looks that are taken beside the dial decide as looks that hold it up.
struct LookBesideTests {
    private static func uploads(_ count: Int, seed: UInt64 = 4) -> [ControlUpload] {
        var traffic = PresetTraffic(.drift, target: 0.466, seed: seed)
        var uploads: [ControlUpload] = []
        while uploads.count < count, let row = traffic.next() {
            uploads.append(
                ControlUpload(
                    time: row.time,
                    scores: GateScores(sharpness: row.sharpness, area: row.attentionArea, isOwn: row.isOwn),
                    hash: row.hash,
                    client: row.client,
                    randomness: .max,
                    cost: row.cost,
                    revenue: row.revenue
                )
            )
        }
        return uploads
    }

    private static var settings: ControlSettings {
        ControlSettings(target: 0.466, auditShare: 0.05, falseRejectMax: 0.00018, confidence: 0.95, limits: .none)
    }

    @Test func decidesAlikeWhereNothingComesBetween() throws {
        var held = StrictnessController(Self.settings, phase: .hold)
        var beside = held
        for upload in Self.uploads(6_000) {
            if var look = beside.beginLook(at: upload.time) {
                look.look(at: upload.time)
                beside.endLook(&look)
            }
            #expect(beside.judge(upload) == held.decide(on: upload))
        }
        #expect(beside.memory == held.memory)
        #expect(beside.takeAdjustments() == held.takeAdjustments())
    }

    /// What is decided while a look is away is in the next one, and the look itself is of what came before it.
    @Test func losesNothingThatComesMeanwhile() throws {
        var dial = StrictnessController(Self.settings, phase: .hold)
        let uploads = Self.uploads(6_000)
        var isAhead = 0
        var look: StrictnessController?
        var sent = 0
        for upload in uploads {
            if look == nil, var begun = dial.beginLook(at: upload.time) {
                begun.look(at: upload.time)
                look = begun
                isAhead = 7
            }
            #expect(dial.isLooking == (look != nil))
            if dial.judge(upload).isSent { sent += 1 }
            isAhead -= 1
            if isAhead == 0, var ended = look.take() { dial.endLook(&ended) }
        }
        if var ended = look.take() { dial.endLook(&ended) }
        #expect(dial.judged == 6_000 && dial.sent == sent)
        // Every upload is in the window and in the distributions.
        dial.takeIn()
        #expect(dial.traffic.sharpnessSlow.samples == uploads.count { $0.scores.sharpness != nil && !$0.scores.isOwn })
        #expect(dial.traffic.recent.count == StrictnessController.window)
        #expect(abs(Double(sent) / 6_000 - 0.466) < 0.05)
    }

    /// A row says what was decided, whatever the tables say that are known when it is read again.
    @Test func replaysWhatRowsSay() throws {
        var lived = StrictnessController(Self.settings, phase: .hold)
        var replayed = lived
        var look: StrictnessController?
        var count = 0
        for upload in Self.uploads(5_000) {
            if look == nil, var begun = lived.beginLook(at: upload.time) {
                begun.look(at: upload.time)
                look = begun
                count = 5
            }
            let decision = lived.judge(upload)
            count -= 1
            if count == 0, var ended = look.take() { lived.endLook(&ended) }
            _ = replayed.replay(upload, verdict: decision.verdict, isAudit: decision.isAudit)
        }
        if var ended = look.take() { lived.endLook(&ended) }
        #expect(replayed.credit == lived.credit)
        #expect(replayed.sent == lived.sent)
        #expect(replayed.thresholdsInForce == lived.thresholdsInForce)
    }

    /// An alarm raised while a look is away is not undone by it.
    @Test func yieldsToAnAlarm() throws {
        var dial = StrictnessController(Self.settings, phase: .hold)
        let uploads = Self.uploads(500)
        for upload in uploads.dropLast() { _ = dial.decide(on: upload) }
        let last = try #require(uploads.last)
        let begun = dial.beginLook(at: last.time + StrictnessController.tickTime)
        var look = try #require(begun)
        look.look(at: last.time)
        dial.raiseAlarm()
        dial.endLook(&look)
        #expect(dial.phase == .conservative && dial.isAlarmed)
        #expect(dial.isLookDue(at: last.time))
        let again = dial.beginLook(at: last.time)
        let beside = dial.beginLook(at: last.time)
        #expect(again != nil && beside == nil)
    }
}
