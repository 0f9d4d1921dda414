package import Economics
package import Ledger
import Policy
package import SQLiteLedger

/// Made-up decisions of a month, for measuring how fast they are replayed.
package enum ReplayLoad {
    /// Writes so many decisions of a profile, spread evenly over the 28 days before a moment, with scores from a fixed
    /// sequence: two in five too blurry, three in five sent. Throws what the store throws.
    package static func write(
        _ count: Int,
        profile: String,
        before end: Timestamp,
        to store: SQLiteStore
    ) async throws(LedgerError) {
        let start = end.advanced(bySeconds: -28 * 86_400)
        // Many at once, so that each commit holds many.
        let load = await BenchmarkLoad.run(workers: 256, each: (count + 255) / 256) {
            worker,
            number throws(LedgerError) in
            let index = number * 256 + worker
            guard index < count else { return }
            try await store.record(decision(index, of: count, profile: profile, from: start))
        }
        _ = try load.get()
    }

    private static func decision(_ index: Int, of count: Int, profile: String, from start: Timestamp) -> DecisionRecord
    {
        // SplitMix64: any place of the sequence without those before it.
        func fraction(_ salt: UInt64) -> Double {
            var value = (UInt64(index) &+ salt &* 0x632B_E59B_D9B4_E019) &* 0x9E37_79B9_7F4A_7C15
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return Double((value ^ (value >> 31)) >> 11) / Double(1 << 53)
        }
        let at = start.advanced(bySeconds: Int64(Double(index) / Double(count) * 28 * 86_400))
        var decision = BenchmarkLoad.decision("b\(index)")
        let sharpness = fraction(1) * 0.45
        let isSent = sharpness >= 0.18
        decision.profile = profile
        decision.at = at
        decision.hour = Timestamp.seconds(at.seconds / 3_600 * 3_600)
        decision.verdict = isSent ? .send : .reject
        decision.outcome = isSent ? .sent : .rejected
        decision.source = isSent ? .cloud : .local
        decision.reasons = [isSent ? .gatePassed : .tooBlurry]
        decision.evidence.sharpness = sharpness
        decision.evidence.attentionArea = fraction(2) * 0.5
        decision.evidence.objectnessArea = fraction(3) * 0.5
        decision.evidence.range = fraction(4) * 60
        decision.evidence.texture = fraction(5)
        decision.cost = isSent ? Money(nanoUSD: 420_000 + Int64(fraction(6) * 100_000)) : .zero
        decision.idempotency = nil
        decision.category = isSent ? (fraction(7) < 0.1 ? "other" : "nature") : nil
        return decision
    }
}
