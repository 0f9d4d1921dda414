/// Whether and how far answers are shared between pictures that are not the same bytes.
package struct CacheSettings: Sendable, Hashable {
    /// Whether near duplicates share an answer.
    package let near: Bool
    /// Bits of 256 in which the hashes of two pictures may differ, 0...31.
    package let nearDistance: Int
    /// Share of uploads with a near duplicate that go to the cloud all the same, to count answers that differ.
    package let nearRecheck: Double

    package init(near: Bool, nearDistance: Int, nearRecheck: Double) {
        self.near = near
        self.nearDistance = nearDistance
        self.nearRecheck = nearRecheck
    }
}
