import Economics
package import Ledger

/// What stands above every figure that rests on the emulator.
package enum EmulatedRemark {
    package static let sentence = "EMULATED: some or all answers and costs come from the emulator"
}

extension Rollups {
    /// Whether an answer or a cost of the profile comes from the emulator.
    package func isEmulated(_ profile: String) -> Bool {
        decisions.contains { $0.profile == profile && $0.emulated }
            || costs.contains { $0.profile == profile && $0.emulated }
    }
}

extension LedgerStore {
    /// Whether an answer or a cost of the profile of the hours in `from..<to` comes from the emulator.
    func isEmulated(_ profile: String, from: Timestamp, to: Timestamp) async throws(LedgerError) -> Bool {
        try await snapshot(SnapshotQuery(from: from, to: to)).rollups.isEmulated(profile)
    }
}
