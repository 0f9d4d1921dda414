import TestSupport
import Testing

@testable import Control

@Suite("Certificates")
struct CertificateTests {
    private func certificate(bound: Double) -> Certificate {
        let gate = Certificate.Gate(ceiling: 0.3, ceilingRank: 0.36, floor: 0.1, conservative: 0.05)
        return Certificate(
            pathWeight: 0.75,
            sharpness: gate,
            area: gate,
            uploads: 63_000,
            falseRejects: 5,
            bound: bound,
            confidence: 0.95,
            from: 0,
            to: 604_800_000
        )
    }

    @Test func saysOnlyWhatWasSeen() {
        #expect(
            certificate(bound: 0.000166883).sentence { "day \($0 / 86_400_000)" }
                == "On 63000 uploads between day 0 and day 7, these ceilings would have rejected 5 answers the cloud got right; "
                + "with 95 % confidence their rate on that traffic was at most 0.0167 %."
        )
    }

    @Test func neverShowsABoundSmallerThanItIs() {
        #expect(certificate(bound: 0.00010001).sentence { _ in "" }.hasSuffix("at most 0.0101 %."))
        #expect(certificate(bound: 0.0001).sentence { _ in "" }.hasSuffix("at most 0.0100 %."))
    }

    /// Weeks whose only strictness has a true rate exactly at the bound: certified in at most 5 of 100, one more for chance.
    @Test func certifiesTooMuchInFiveOfAHundredWeeksAtMost() {
        var random = SeededGenerator(seed: 23)
        let bound = 0.00018
        let uploads = 63_000
        var certified = 0
        for _ in 0..<2000 {
            // The number of false rejects by the gaps between them.
            var place = 0
            var failures = -1
            while place <= uploads {
                let gap = Curves.ln(1 - Double.random(in: 0..<1, using: &random)) / Curves.lnOnePlus(-bound)
                place += Int(gap) + 1
                failures += 1
            }
            if BinomialBound.upper(failures: failures, trials: uploads, confidence: 0.95) <= bound { certified += 1 }
        }
        #expect(certified <= 120)
        #expect(certified > 10)
    }
}
