import Testing
import Workbench

@testable import Control

/// What a replay comes to, in words.
struct SimulationSummaryTests {
    private static func lastLine(falseRejects: Double, limit: Double) -> String? {
        let summary = SimulationSummary(
            uploads: 1_000,
            sent: 466,
            meanWindowError: 0,
            p99WindowError: 0,
            dayError: 0,
            settle: nil,
            overshoot: 0,
            overspend: 0,
            clampedShare: 0,
            falseRejects: falseRejects,
            maxCumulativeError: 0,
            refusedByCaps: 0
        )
        return summary.text(limit: limit).split(separator: "\n").last.map(String.init)
    }

    @Test func saysThatALimitIsPassedAndNotThatItIsKept() {
        let line = "false rejects        0.0900 % of uploads"
        #expect(Self.lastLine(falseRejects: 0.0009, limit: 0.0005) == line + ": ABOVE the limit of 0.0500 %")
        #expect(Self.lastLine(falseRejects: 0.0009, limit: 0.0009) == line)
    }
}
