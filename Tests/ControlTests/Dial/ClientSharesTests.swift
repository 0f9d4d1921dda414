import Testing

@testable import Control

@Suite("Client shares")
struct ClientSharesTests {
    @Test func letsNoClientFillTheWindow() {
        var shares = ClientShares(window: 1000)
        var admitted = 0
        for step in 0..<1000 {
            let isFlood = step % 3 == 0
            let admits = shares.admits(isFlood ? 7 : UInt64(step) + 100)
            if isFlood, admits { admitted += 1 }
            if !isFlood { #expect(admits) }
        }
        #expect(admitted == 10)
    }

    @Test func admitsAgainOnceTheFloodHasPassed() {
        var shares = ClientShares(window: 1000)
        for _ in 0..<500 { _ = shares.admits(7) }
        for step in 0..<2000 { _ = shares.admits(UInt64(step) + 100) }
        let admits = shares.admits(7)
        #expect(admits)
    }

    /// With three clients no window can be shared more evenly than in thirds.
    @Test func letsFewClientsHoldTwiceAnEvenShare() {
        var shares = ClientShares(window: 900)
        let admitted = (0..<3000).count { shares.admits(UInt64($0 % 3)) }
        #expect(admitted == 3000)
    }

    @Test func letsUnnamedClientsThrough() {
        var shares = ClientShares(window: 100)
        let admitted = (0..<1000).count { _ in shares.admits(nil) }
        #expect(admitted == 1000)
    }
}
