import Testing

@testable import Policy

@Suite("Evidence from devices")
struct DeviceEvidenceTests {
    private static let appleVision = LabelMap(
        minConfidence: 0.3,
        kinds: ["polka_dots": .pattern, "textile": .texture, "art": .abstract],
        vetoes: ["screenshot"]
    )
    private static let mlKit = LabelMap(
        minConfidence: 0.5,
        kinds: ["pattern": .pattern],
        vetoes: ["screenshot"]
    )

    private static func labels(_ map: LabelMap, _ labels: [(String, Double?)]) -> LabelEvidence {
        map.evidence(of: labels.map { LabelMap.Label(text: $0.0, confidence: $0.1) })
    }

    private static func apple(
        sharpness: Double? = 0.31,
        attention: Double? = 0.02,
        labels: [(String, Double?)] = [("dog", 0.91)]
    ) -> Evidence {
        Evidence(
            sharpness: sharpness,
            attentionArea: attention,
            objectnessArea: 0.01,
            labels: Self.labels(appleVision, labels)
        )
    }

    private static func mlKit(_ labels: [(String, Double?)]) -> Evidence {
        Evidence(
            sharpness: 0.31,
            objectnessArea: 0.01,
            absentAreas: [.attention],
            labels: Self.labels(mlKit, labels)
        )
    }

    /// What odd payloads come to once they are read: values that cannot be read are missing.
    static let rows: [(name: String, evidence: Evidence, reasons: [Reason])] = [
        ("base", apple(), [.lowSaliency]),
        ("no attention map, pattern", mlKit([("Pattern", 0.62)]), [.abstractBypass]),
        (
            "scaled from percent", apple(labels: [("dog", 0.87), ("textile", 0.45), ("sky", 0.03)]),
            [.abstractBypass]
        ),
        (
            "labels in two scales",
            Evidence(sharpness: 0.31, attentionArea: 0.02, objectnessArea: 0.01, labels: .unusable),
            [.insufficientEvidence]
        ),
        ("number as text", apple(sharpness: 0.10), [.tooBlurry, .lowSaliency]),
        ("ambiguous number", apple(sharpness: nil), [.lowSaliency]),
        ("area is not a number", apple(attention: nil), [.insufficientEvidence]),
        ("area a hair below zero", apple(attention: 0), [.lowSaliency]),
        ("six equal confidences", apple(labels: (0..<6).map { ("label \($0)", 0.5) }), [.insufficientEvidence]),
        ("label without confidence", mlKit([("  Fast  food ", nil)]), [.lowSaliency]),
        ("pattern without confidence", mlKit([("Pattern", nil)]), [.lowSaliency]),
        ("label in another language", mlKit([("Motif", 0.8)]), [.lowSaliency]),
        ("no labels at all", apple(labels: []), [.insufficientEvidence]),
        ("screenshot of art", apple(labels: [("art", 0.9), ("screenshot", 0.8)]), [.lowSaliency]),
        ("label below the limit", mlKit([("Pattern", 0.49)]), [.lowSaliency]),
    ]

    @Test(arguments: rows.indices)
    func isJudgedByItsLabels(row: Int) {
        let (name, evidence, reasons) = Self.rows[row]
        #expect(JudgeFixtures.judgement(evidence).reasons == reasons, "\(name)")
    }

    @Test func mapsEachSpaceByItsOwnWords() {
        #expect(Self.labels(Self.mlKit, [("polka_dots", 0.9)]) == .usable(bypass: nil))
        #expect(
            Self.labels(Self.appleVision, [("Polka dots", 0.9)])
                == .usable(bypass: BypassLabel(label: "polka_dots", kind: .pattern, confidence: 0.9))
        )
    }

    @Test(arguments: [
        ("apple-vision/18", "sunset_sunrise", true), ("apple-vision/18", "Azzurro cielo", true),
        ("apple-vision/18", "Köter", false), ("apple-vision/18", "", false), ("ml-kit/17", "Fast food", true),
        ("ml-kit/17", "fast-food", true), ("ml-kit/17", "Motif", false), ("ml-kit-gms/16", "Motif", false),
        ("my-scorer/1", "Motif", true),
    ])
    func knowsWhatAScorerCanSay(_ space: String, _ text: String, _ isKnown: Bool) {
        #expect(LabelVocabulary.of(scoreSpace: space).knows(text) == isKnown)
    }

    @Test(
        arguments: [
            ("ml-kit/17", 0, "team"), ("ml-kit/17", 127, "tile"), ("ml-kit/17", 6, nil), ("ml-kit/17", 441, nil),
            ("ml-kit/17", -1, nil), ("ml-kit-gms/16", 0, nil), ("apple-vision/18", 0, nil),
        ] as [(String, Int, String?)]
    )
    func readsIndexesOfTheBundledModel(_ space: String, _ index: Int, _ label: String?) {
        #expect(LabelVocabulary.of(scoreSpace: space).label(index: index) == label)
    }

    @Test func countsALabelThatMeetsItsOwnPrecision() {
        let label = LabelMap.Label(text: "textile", confidence: 0.1, meetsPrecision: true)
        #expect(
            Self.appleVision.evidence(of: [label])
                == .usable(bypass: BypassLabel(label: "textile", kind: .texture, confidence: 0.1))
        )
        let presence = LabelMap.Label(text: "textile", confidence: nil, meetsPrecision: true)
        #expect(Self.appleVision.evidence(of: [presence]) == .usable(bypass: nil))
    }

    @Test(arguments: [
        ("Fast food", "fast_food"), ("  Fast \u{A0} food ", "fast_food"), ("Pixie-bob", "pixie_bob"), ("a__b", "a_b"),
        ("  ", ""), ("_a", "a"), ("a_", "a"), ("ÉTÉ", "été"),
    ])
    func foldsLabels(_ text: String, _ folded: String) {
        #expect(LabelMap.folded(text) == folded)
    }

    @Test func takesTheStrongestOfManyLabels() {
        let many = (0..<1_303).map { ("label \($0)", 0.001 + Double($0) / 10_000) as (String, Double?) }
        #expect(Self.labels(Self.appleVision, many) == .usable(bypass: nil))
        // The 65th label by confidence is left out.
        let crowd = (0..<64).map { ("label \($0)", 0.9 - Double($0) / 1_000) as (String, Double?) }
        #expect(Self.labels(Self.appleVision, crowd + [("textile", 0.5)]) == .usable(bypass: nil))
        let fewer = Array(crowd.dropLast())
        #expect(
            Self.labels(Self.appleVision, fewer + [("textile", 0.5), ("TEXTILE", 0.6)])
                == .usable(bypass: BypassLabel(label: "textile", kind: .texture, confidence: 0.6))
        )
    }

    @Test func refusesListsOfModelsThatDidNotRun() {
        #expect(Self.labels(Self.mlKit, [("Sky", 0), ("Pattern", 0)]) == .unusable)
        #expect(Self.labels(Self.mlKit, [("", 0.9)]) == .unusable)
        #expect(Self.labels(Self.mlKit, [("Pattern", .nan)]) == .usable(bypass: nil))
    }
}
