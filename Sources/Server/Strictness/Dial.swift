import Control
import Policy

/// One live controller and what stands around it.
struct Dial: Sendable {
    /// Uploads, and milliseconds, between two memories on disk.
    private static let keptUploads = 200
    private static let keptTime: Int64 = 5000

    var controller: StrictnessController
    private(set) var revision: Int
    /// Mean cost of a call, in nano-USD; 0 before the first.
    private(set) var meanCost: Int64 = 0
    /// What devices rejected before it came here; moves only the dial of pictures.
    var ahead = Ahead()
    /// Thresholds of the profile for this space: those of `plan` before anything is approved.
    private var start: Thresholds
    private var kept: (judged: Int, time: Int64)?
    /// What was given out last; nil under another revision's numbers.
    private(set) var published: Thresholds?

    init(_ snapshot: PolicySnapshot, name: DialName, memory: DialMemory? = nil) {
        let profile = snapshot.profile
        let phase: ControlPhase = profile.phase == .measure ? .measure : .conservative
        controller =
            memory?.controller ?? StrictnessController(ControlSettings(profile, space: name.space), phase: phase)
        meanCost = memory?.meanCost ?? 0
        ahead = memory?.ahead ?? Ahead()
        revision = snapshot.revision
        start = profile.scoreSpace(named: name.space)?.thresholds ?? Thresholds(sharpness: 0, saliencyArea: 0)
        adopt(snapshot, name: name)
    }

    /// Takes a revision's numbers.
    mutating func adopt(_ snapshot: PolicySnapshot, name: DialName) {
        let profile = snapshot.profile
        revision = snapshot.revision
        published = nil
        start = profile.scoreSpace(named: name.space)?.thresholds ?? start
        controller.adopt(ControlSettings(profile, space: name.space), isMeasuring: profile.phase == .measure)
        controller.approve(profile.target.mode == .plan ? controller.approved ?? start : nil)
    }

    /// Takes a revision's numbers, where it is another's, and what the gates before it leave to be rejected.
    ///
    /// - Returns: Whether a look is due.
    mutating func prepare(at time: Int64, of snapshot: PolicySnapshot, name: DialName) -> Bool {
        if revision != snapshot.revision { adopt(snapshot, name: name) }
        if name.source == .pictures {
            ahead.countUpload()
            controller.aim(at: ahead.target(snapshot.profile.target.sendRate))
        }
        return controller.isLookDue(at: time)
    }

    /// Begins a look, as the controller does. Nil: none is due.
    mutating func beginLook(at time: Int64) -> DialLook? {
        guard let begun = controller.beginLook(at: time) else { return nil }
        let isKept = isMemoryDue(at: time)
        return DialLook(controller: begun, meanCost: meanCost, ahead: ahead, isKept: isKept)
    }

    /// What was given out last is this from now on.
    mutating func publish(_ thresholds: Thresholds) { published = thresholds }

    /// Learns what a call cost.
    mutating func learn(cost: Int64) {
        guard cost > 0 else { return }
        meanCost = meanCost == 0 ? cost : meanCost + (cost - meanCost) / 100
    }

    /// Learns what a nano-USD expected on a day came to. The next look is kept: decisions after it rest on this.
    mutating func trueUp(day: Int64, final: Double, at time: Int64) {
        if controller.trueUp(day: day, final: final, at: time) { kept = nil }
    }

    func memory(_ name: DialName) -> DialMemory {
        DialMemory(name: name, controller: controller, meanCost: meanCost, ahead: ahead)
    }

    private mutating func isMemoryDue(at time: Int64) -> Bool {
        let judged = controller.judged
        if let kept, judged - kept.judged < Self.keptUploads, abs(time - kept.time) < Self.keptTime { return false }
        kept = (judged, time)
        return true
    }
}
