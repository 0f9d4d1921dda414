/// What is owed to the target: the sum of (target - sent) over all judged uploads, kept inside bounds.
///
/// The further it runs the harder it pulls, without limit towards the bound (a tangent): strictness leaves the range of
/// ranks at either end before the bound is reached, whatever arrives. So |sum of (sent - target)| stays below
/// `limit * 2/pi * atan(1/K) + 1`, 47.1 with the standard numbers, as long as no clamp stands in the way.
package struct Credit: Sendable, Hashable {
    /// Images it can hold either way.
    package static let limit = 60.0
    /// Share of the ranks by which one image of credit moves strictness, near zero.
    package static let gain = 0.01
    /// K: `gain` is its slope at zero.
    static let reach = gain * 2 * limit / 3.14159265358979323846264

    /// Positive when fewer than due were sent.
    package private(set) var images: Double

    package init(images: Double = 0) { self.images = min(max(images, -Self.limit), Self.limit) }

    /// How far strictness is to be eased, as a share of the ranks; any size, either sign.
    package var relief: Double {
        let part = min(max(images / Self.limit, -0.999), 0.999)
        return Self.reach * Curves.tan(Curves.halfPi * part)
    }

    /// Counts one judged upload.
    ///
    /// - Parameter isJunk: Rejected below the junk floor. Refusing junk is no growing debt: past half the limit it adds
    ///   nothing, so that no wave of it comes back as a wave of sends.
    package mutating func count(isSent: Bool, target: Double, isJunk: Bool) {
        let change = target - (isSent ? 1 : 0)
        if isJunk, change > 0, images > Self.limit / 2 { return }
        images = min(max(images + change, -Self.limit), Self.limit)
    }
}
