import Control

/// A look under way, and what a memory of it needs.
struct DialLook: Sendable {
    var controller: StrictnessController
    let meanCost: Int64
    let ahead: Ahead
    /// Whether it is to be kept on disk.
    let isKept: Bool

    func memory(_ name: DialName) -> DialMemory {
        DialMemory(name: name, controller: controller, meanCost: meanCost, ahead: ahead)
    }
}
