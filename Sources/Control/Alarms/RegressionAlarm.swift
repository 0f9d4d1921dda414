/// Watches audits for a rise of false rejects: a likelihood-ratio cumulative sum, tuned to four times the healthy rate
/// (Page, Biometrika 41, 1954). Audits next to the threshold and all others are summed apart: a rise begins next to it.
package struct RegressionAlarm: Sendable, Hashable {
    /// ln 500: between two false alarms lies more than a year of audits.
    private static let limit = 6.214608098422191
    private static let factor = 4.0
    /// How much likelier a false reject is among audits next to the threshold.
    private static let nearness = 5.0

    private var near = 0.0
    private var far = 0.0
    /// Healthy rate of false rejects among audits far from the threshold.
    private let healthy: Double

    /// - Parameters:
    ///   - bound: Most false rejects allowed, as a share of uploads; half of it is healthy.
    ///   - rejectShare: Share of the uploads that is rejected.
    package init(bound: Double, rejectShare: Double) { healthy = bound / 2 / max(0.01, rejectShare) }

    /// Counts one audit; true when the sum has passed its limit.
    package mutating func count(isFalseReject: Bool, isNear: Bool) -> Bool {
        let rate = min(0.2, isNear ? healthy * Self.nearness : healthy)
        let step =
            isFalseReject
            ? Curves.ln(Self.factor) : Curves.lnOnePlus(-Self.factor * rate) - Curves.lnOnePlus(-rate)
        if isNear { near = max(0, near + step) } else { far = max(0, far + step) }
        return near >= Self.limit || far >= Self.limit
    }

    /// Takes back a false reject that a second judgement does not confirm.
    package mutating func retract(isNear: Bool) {
        let step = Curves.ln(Self.factor)
        if isNear { near = max(0, near - step) } else { far = max(0, far - step) }
    }
}

extension RegressionAlarm {
    func store(in memory: inout MemoryWriter) {
        memory.put(near)
        memory.put(far)
        memory.put(healthy)
    }

    init(_ memory: inout MemoryReader) {
        near = memory.real()
        far = memory.real()
        healthy = memory.real()
    }
}
