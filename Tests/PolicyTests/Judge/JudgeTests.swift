import TestSupport
import Testing

@testable import Policy

@Suite("Judge")
struct JudgeTests {
    private typealias Make = JudgeFixtures

    @Test func sendsASharpPictureOfSomething() {
        #expect(Make.judgement(Make.measured()) == Judgement(verdict: .send, reasons: [.gatePassed]))
    }

    @Test(arguments: [
        (0.179_999, Verdict.reject, Reason.tooBlurry), (0.18, .send, .gatePassed), (0.2, .send, .gatePassed),
    ])
    func rejectsBelowTheSharpnessThresholdOnly(_ sharpness: Double, _ verdict: Verdict, _ reason: Reason) {
        #expect(
            Make.judgement(Make.measured(sharpness: sharpness)) == Judgement(verdict: verdict, reasons: [reason])
        )
    }

    /// Attention, objectness, range, texture, coarse category.
    @Test(arguments: [
        (0.05, 0.05, 1.5, 0.0, CoarseCategory.photoLike, Reason.lowSaliency),
        (0.06, 0.05, 1.5, 0.0, .photoLike, .gatePassed),
        (0.05, 0.06, 1.5, 0.0, .photoLike, .gatePassed),
        (0.05, 0.05, 2.0, 0.0, .photoLike, .gatePassed),
        (0.05, 0.05, 1.5, 0.0, .abstract, .abstractBypass),
        (0.05, 0.05, 1.5, 0.69, .photoLike, .abstractBypass),
        (0.05, 0.05, 0.99, 0.69, .photoLike, .abstractBypass),
        (0.05, 0.05, 1.0, 0.0, .abstract, .abstractBypass),
        (0.05, 0.05, 0.99, 0.0, .abstract, .lowSaliency),
        (0.0, 0.0, 0.0, 0.0, .abstract, .lowSaliency),
        (0.0, 0.0, 0.0, 0.68, .abstract, .lowSaliency),
        (0.0, 0.0, 1.5, 0.0, .unknown, .lowSaliency),
    ])
    func asksForTwoSmallAreasAFlatPictureAndNoBypass(
        _ attention: Double,
        _ objectness: Double,
        _ range: Double,
        _ texture: Double,
        _ coarse: CoarseCategory,
        _ reason: Reason
    ) {
        let evidence = Make.measured(
            attention: attention,
            objectness: objectness,
            range: range,
            texture: texture,
            coarse: coarse
        )
        let verdict: Verdict = reason == .lowSaliency ? .reject : .send
        #expect(Make.judgement(evidence) == Judgement(verdict: verdict, reasons: [reason]))
    }

    @Test func rescuesNothingWhenTheBypassIsOff() {
        let evidence = Make.measured(attention: 0, objectness: 0, range: 1.5, texture: 1, coarse: .abstract)
        #expect(Make.judgement(evidence, bypass: false).reasons == [.lowSaliency])
        var bare = evidence
        bare.texture = nil
        bare.coarse = nil
        #expect(Make.judgement(bare, bypass: false).reasons == [.lowSaliency])
    }

    @Test func namesAllRulesThatFireInOrder() {
        let evidence = Make.measured(sharpness: 0.1, attention: 0, objectness: 0, range: 0, ownWatermark: true)
        #expect(Make.judgement(evidence).reasons == [.tooBlurry, .lowSaliency, .ownWatermark])
        #expect(Make.judgement(evidence, watermark: false).reasons == [.tooBlurry, .lowSaliency])
    }

    @Test func rejectsAnOwnPictureThatIsFineOtherwise() {
        let evidence = Make.measured(ownWatermark: true)
        #expect(Make.judgement(evidence) == Judgement(verdict: .reject, reasons: [.ownWatermark]))
        #expect(Make.judgement(evidence, watermark: false) == Judgement(verdict: .send, reasons: [.gatePassed]))
    }

    /// What is missing, and what a clear part elsewhere still decides.
    @Test(arguments: [
        (Evidence(), [Reason.insufficientEvidence]),
        (Evidence(sharpness: 0.1), [.tooBlurry]),
        (Evidence(sharpness: .nan, attentionArea: 0.5), [.insufficientEvidence]),
        (Evidence(sharpness: 0.5, attentionArea: 0.5), [.gatePassed]),
        (Evidence(sharpness: 0.5, range: 30), [.gatePassed]),
        (Evidence(sharpness: 0.5, attentionArea: 0.01, objectnessArea: 0.01), [.insufficientEvidence]),
        (Evidence(sharpness: 0.5, attentionArea: 0.01, objectnessArea: 0.01, range: 1), [.insufficientEvidence]),
        (
            Evidence(sharpness: 0.5, attentionArea: 0.01, objectnessArea: 0.01, range: 0.5, texture: 0, coarse: nil),
            [.lowSaliency]
        ),
        (
            Evidence(attentionArea: 0.01, objectnessArea: 0.01, range: 1.5, texture: 0, coarse: .photoLike),
            [.lowSaliency]
        ),
        (
            Evidence(attentionArea: 0.01, objectnessArea: 0.01, range: 1.5, texture: 0, coarse: .abstract),
            [.abstractBypass, .insufficientEvidence]
        ),
        (
            Evidence(
                sharpness: 0.5,
                objectnessArea: 0.01,
                range: 1.5,
                texture: 0,
                coarse: .photoLike,
                absentAreas: [.attention]
            ),
            [.lowSaliency]
        ),
        (Evidence(sharpness: 0.5, absentAreas: [.attention, .objectness]), [.gatePassed]),
    ])
    func letsNoRuleFireOnMissingEvidence(_ evidence: Evidence, _ reasons: [Reason]) {
        #expect(Make.judgement(evidence).reasons == reasons)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func isMonotoneInEveryScore(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let raises: [(inout Evidence) -> Void] = [
            { $0.sharpness = $0.sharpness.map { min($0 + 0.07, 1) } },
            { $0.attentionArea = $0.attentionArea.map { min($0 + 0.03, 1) } },
            { $0.objectnessArea = $0.objectnessArea.map { min($0 + 0.03, 1) } },
            { $0.range = $0.range.map { $0 + 0.7 } },
            { $0.texture = $0.texture.map { min($0 + 0.1, 1) } },
        ]
        for _ in 0..<1_000 {
            let evidence = Make.random(&random)
            guard Make.judgement(evidence).verdict == .send else { continue }
            for raise in raises {
                var better = evidence
                raise(&better)
                if Make.judgement(better).verdict == .reject {
                    Issue.record("seed \(seed): \(evidence) is sent, \(better) is not")
                }
            }
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func neverRejectsForWhatIsMissing(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let losses: [(inout Evidence) -> Void] = [
            { $0.sharpness = nil }, { $0.attentionArea = nil }, { $0.objectnessArea = nil }, { $0.range = nil },
            { $0.texture = nil }, { $0.coarse = nil }, { $0.ownWatermark = nil },
            { if $0.labels != .notUsed { $0.labels = .unusable } },
        ]
        for _ in 0..<1_000 {
            let evidence = Make.random(&random)
            let before = Make.judgement(evidence)
            for lose in losses {
                var poorer = evidence
                lose(&poorer)
                let after = Make.judgement(poorer)
                if after.verdict == .reject, !Set(before.reasons).isSuperset(of: after.reasons) {
                    Issue.record("seed \(seed): \(evidence) is \(before.reasons), \(poorer) is \(after.reasons)")
                }
            }
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func neverRescuesABlankPicture(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            var evidence = Make.random(&random)
            evidence.range = Double.random(in: 0..<1, using: &random)
            evidence.texture = Double.random(in: 0..<JudgeRules.textureShare, using: &random)
            evidence.attentionArea = 0
            evidence.objectnessArea = 0
            evidence.labels = .notUsed
            let isFound = Make.judgement(evidence).reasons.contains(.lowSaliency)
            if isFound != (evidence.absentAreas.count < 2) {
                Issue.record("seed \(seed): \(evidence)")
            }
        }
    }
}
