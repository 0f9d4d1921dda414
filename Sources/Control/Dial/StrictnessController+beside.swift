/// Looks taken beside the dial: others decide meanwhile, by what the last look found.
extension StrictnessController {
    /// Begins a look. What is returned has the traffic; `look(at:)` of it takes in what came and finds what is to hold from
    /// then on, and `endLook` brings it back. Nil: none is due, or one is under way.
    ///
    /// Complexity: O(1).
    package mutating func beginLook(at time: Int64) -> StrictnessController? {
        guard isLookDue(at: time) else { return nil }
        var look = self
        look.adjustments = []
        traffic = .away
        pending = []
        isLooking = true
        sinceTick = 0
        lastTick = time
        return look
    }

    /// Takes what a look found, and its traffic. Where something else has changed the dial since it began, another is due at
    /// once instead.
    ///
    /// - Parameter look: Left with what it replaces, to be freed by whoever has it.
    ///
    /// Complexity: O(1).
    package mutating func endLook(_ look: inout StrictnessController) {
        swap(&traffic, &look.traffic)
        isLooking = false
        guard changes == look.changes else {
            // Of another scorer nothing is proven, whatever else has happened.
            if look.certificate == nil, certificate != nil { voidCertificate() }
            lastTick = nil
            return
        }
        swap(&sharpnessTable, &look.sharpnessTable)
        swap(&areaTable, &look.areaTable)
        isSampled = look.isSampled
        limits = look.limits
        watchedSharpness = look.watchedSharpness
        (base, rate, feasible) = (look.base, look.rate, look.feasible)
        (isPaceBound, isBlocked, isFloorBound) = (look.isPaceBound, look.isBlocked, look.isFloorBound)
        isClaimWithdrawn = look.isClaimWithdrawn
        (phase, certificate, tightening) = (look.phase, look.certificate, look.tightening)
        if look.forgotten != forgotten {
            forgotten = look.forgotten
            credit = Credit()
        }
        noted = look.noted
        adjustments += look.adjustments
    }
}
