import Policy
import Testing

@testable import Control

/// What a certificate says expires; the ceilings it set stay.
@Suite("Claims")
struct ClaimTests {
    private static let day = TrafficForecast.dayLength

    private static func controller() -> StrictnessController {
        let certificate = Certificate(
            pathWeight: 0.75,
            sharpness: .init(ceiling: 0.3, ceilingRank: 0.3, floor: 0, conservative: 0.05),
            area: .init(ceiling: 0.2, ceilingRank: 0.2, floor: 0, conservative: 0.05),
            uploads: 63_000,
            falseRejects: 5,
            bound: 0.000_166,
            confidence: 0.95,
            from: 0,
            to: 7 * day
        )
        let settings = ControlSettings(
            target: 0.8,
            auditShare: 0,
            falseRejectMax: 0.000_18,
            confidence: 0.95,
            limits: .none
        )
        var controller = StrictnessController(settings, phase: .hold)
        let scores = (0..<5000).map { index in
            GateScores(sharpness: (Double(index % 997) + 0.5) / 997, area: 0.9, isOwn: false)
        }
        controller.begin(with: certificate, after: scores, forecast: TrafficForecast())
        return controller
    }

    @Test(arguments: [(8, false), (36, false), (37, true), (400, true)])
    func expiresAfterThirtyDays(_ day: Int64, _ isWithdrawn: Bool) {
        var controller = Self.controller()
        let limits = controller.limits
        controller.look(at: day * Self.day + 1000)
        #expect(controller.isClaimWithdrawn == isWithdrawn)
        #expect(controller.limits == limits)
        #expect(controller.state == .hold)
    }
}
