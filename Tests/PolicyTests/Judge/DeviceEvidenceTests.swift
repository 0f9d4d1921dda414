import Testing

@testable import Policy

@Suite("Evidence from devices")
struct DeviceEvidenceTests {
    private static func labels(_ space: String, _ labels: [(String, Double?)]) -> LabelEvidence {
        LabelMap.map(scoreSpace: space)?
            .evidence(of: labels.map { LabelMap.Label(text: $0.0, confidence: $0.1) }) ?? .notUsed
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
            labels: Self.labels("apple-vision/18", labels)
        )
    }

    private static func mlKit(_ labels: [(String, Double?)]) -> Evidence {
        Evidence(
            sharpness: 0.31,
            objectnessArea: 0.01,
            absentAreas: [.attention],
            labels: Self.labels("ml-kit/17", labels)
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

    @Test func mapsEachFamilyByItsOwnWords() {
        #expect(Self.labels("ml-kit/17", [("polka_dots", 0.9)]) == .usable(bypass: nil))
        #expect(
            Self.labels("apple-vision/18", [("Polka dots", 0.9)])
                == .usable(bypass: BypassLabel(label: "polka_dots", kind: .pattern, confidence: 0.9))
        )
        #expect(LabelMap.map(scoreSpace: "ml-kit-gms/16") == LabelMap.mlKit)
        #expect(LabelMap.map(scoreSpace: "torii/1") == nil)
    }

    @Test(arguments: [
        ("Fast food", "fast_food"), ("  Fast \u{A0} food ", "fast_food"), ("Pixie-bob", "pixie_bob"), ("a__b", "a_b"),
        ("  ", ""),
    ])
    func foldsLabels(_ text: String, _ folded: String) {
        #expect(LabelMap.folded(text) == folded)
    }

    @Test func takesTheStrongestOfManyLabels() {
        let many = (0..<1_303).map { ("label \($0)", 0.001 + Double($0) / 10_000) as (String, Double?) }
        #expect(Self.labels("apple-vision/18", many) == .usable(bypass: nil))
        // The 65th label by confidence is left out.
        let crowd = (0..<64).map { ("label \($0)", 0.9 - Double($0) / 1_000) as (String, Double?) }
        #expect(Self.labels("apple-vision/18", crowd + [("textile", 0.5)]) == .usable(bypass: nil))
        let fewer = Array(crowd.dropLast())
        #expect(
            Self.labels("apple-vision/18", fewer + [("textile", 0.5), ("TEXTILE", 0.6)])
                == .usable(bypass: BypassLabel(label: "textile", kind: .texture, confidence: 0.6))
        )
    }

    @Test func refusesListsOfModelsThatDidNotRun() {
        #expect(Self.labels("ml-kit/17", [("Sky", 0), ("Pattern", 0)]) == .unusable)
        #expect(Self.labels("ml-kit/17", [("", 0.9)]) == .unusable)
        #expect(Self.labels("ml-kit/17", [("Pattern", .nan)]) == .usable(bypass: nil))
    }
}
