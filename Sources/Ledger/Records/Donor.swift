/// An earlier decision whose answer an upload got, or was compared with.
package struct Donor: Sendable, Hashable {
    /// The decision that paid for the answer.
    package let decisionID: String
    /// Bits in which the hashes of the two pictures differ; nil: they are the same bytes.
    package let distance: Int?
    /// Whether the cloud named the same category for this upload; nil where it got the donor's answer, or where it was drawn
    /// for a comparison that never came about.
    package var agrees: Bool?

    package init(decisionID: String, distance: Int?, agrees: Bool? = nil) {
        self.decisionID = decisionID
        self.distance = distance
        self.agrees = agrees
    }
}
