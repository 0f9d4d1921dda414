import Testing

@testable import Control

@Suite("Credit")
struct CreditTests {
    @Test func pullsHarderTheFurtherItRuns() {
        #expect(Credit().relief == 0)
        // Slope at zero: one image moves strictness by one in a hundred ranks.
        #expect(abs(Credit(images: 0.001).relief - 0.00001) < 1e-9)
        #expect(abs(Credit(images: 30).relief - Credit.reach) < 1e-12)
        #expect(abs(Credit(images: -30).relief + Credit.reach) < 1e-12)
        #expect(Credit(images: 59).relief > 10)
    }

    @Test func countsTargetMinusSent() {
        var credit = Credit()
        credit.count(isSent: true, target: 0.25, isJunk: false)
        #expect(credit.images == -0.75)
        credit.count(isSent: false, target: 0.25, isJunk: false)
        #expect(credit.images == -0.5)
    }

    @Test func refusedJunkIsNoGrowingDebt() {
        var credit = Credit()
        for _ in 0..<1000 { credit.count(isSent: false, target: 0.5, isJunk: true) }
        #expect(credit.images == 30.5)
        for _ in 0..<1000 { credit.count(isSent: false, target: 0.5, isJunk: false) }
        #expect(credit.images == 60)
        credit.count(isSent: true, target: 0.5, isJunk: false)
        #expect(credit.images == 59.5)
    }
}
