import TestSupport

@testable import Policy

enum JudgeFixtures {
    static let thresholds = Thresholds(sharpness: 0.18, saliencyArea: 0.06)

    static func settings(bypass: Bool = true, watermark: Bool = true) -> GateSettings {
        GateSettings(
            enabled: true,
            sharpness: GateSettings.Range(min: 0.18, floor: 0.05, ceiling: 0.4),
            saliencyArea: GateSettings.Range(min: 0.06, floor: 0.01, ceiling: 0.15),
            abstractBypass: bypass,
            ownWatermark: watermark,
            background: ProfileDefaults.background,
            deadline: .milliseconds(800),
            onDeadline: .send
        )
    }

    static func judgement(_ evidence: Evidence, bypass: Bool = true, watermark: Bool = true) -> Judgement {
        Judge.judgement(
            of: evidence,
            settings: settings(bypass: bypass, watermark: watermark),
            thresholds: thresholds
        )
    }

    /// Whole evidence of a picture measured here; sharp and salient unless told otherwise.
    static func measured(
        sharpness: Double = 0.5,
        attention: Double = 0.4,
        objectness: Double = 0.4,
        range: Double = 60,
        texture: Double = 0,
        coarse: CoarseCategory = .photoLike,
        ownWatermark: Bool? = nil
    ) -> Evidence {
        Evidence(
            sharpness: sharpness,
            attentionArea: attention,
            objectnessArea: objectness,
            range: range,
            texture: texture,
            coarse: coarse,
            ownWatermark: ownWatermark
        )
    }

    /// Any evidence, near the thresholds as often as not.
    static func random(_ random: inout SeededGenerator) -> Evidence {
        func maybe<Value>(_ value: Value) -> Value? { random.next() % 6 == 0 ? nil : value }
        func near(_ values: [Double]) -> Double { values[Int(random.next() % UInt64(values.count))] }
        let scores = [0, 0.01, 0.059, 0.06, 0.061, 0.1, 0.179, 0.18, 0.181, 0.5, 1]
        let label = BypassLabel(label: "textile", kind: .texture, confidence: 0.6)
        let labels: [LabelEvidence] = [
            .notUsed, .notUsed, .notUsed, .unusable, .usable(bypass: nil), .usable(bypass: label),
        ]
        let absent: [Set<Evidence.Area>] = [[], [], [], [.attention], [.objectness], [.attention, .objectness]]
        return Evidence(
            sharpness: maybe(near(scores)),
            attentionArea: maybe(near(scores)),
            objectnessArea: maybe(near(scores)),
            range: maybe(near([0, 0.5, 1, 1.5, 2, 2.5, 50])),
            texture: maybe(near([0, 0.24, 0.25, 0.26, 1])),
            coarse: maybe(CoarseCategory.allCases[Int(random.next() % 4)]),
            ownWatermark: maybe(random.next() % 8 == 0),
            absentAreas: absent[Int(random.next() % 6)],
            labels: labels[Int(random.next() % 6)]
        )
    }
}
