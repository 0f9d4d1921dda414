import Control
import Economics
import Policy

extension StrictnessDesk {
    /// Tells a profile's dials what a nano-USD expected on each of some days came to; what they know already changes
    /// nothing.
    func trueUp(_ days: [(day: CivilDate, final: Double)], of snapshot: PolicySnapshot, at now: Timestamp) {
        let time = Self.milliseconds(now, snapshot)
        for cell in all where cell.name.profile == snapshot.profile.name {
            let adjustments = cell.whole { dial in
                for (day, final) in days { dial.trueUp(day: Int64(day.daysSince1970), final: final, at: time) }
                return dial.controller.takeAdjustments()
            }
            keep(adjustments, cell.name)
        }
    }
}
