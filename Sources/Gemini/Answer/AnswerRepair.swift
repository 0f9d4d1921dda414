/// One thing about an answer that was put right before it was accepted.
package struct AnswerRepair: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        /// A code fence around the object.
        case fence
        /// Text before the object.
        case leadingText
        /// Text behind the object, such as the same object again.
        case trailingText
        /// The fields came in another order.
        case order
        /// A field that the contract does not have.
        case unknownField
        /// A value in other upper or lower case.
        case letterCase
        /// A tag or colour written otherwise.
        case spelling
        /// An item that could not be made to fit the pattern.
        case dropped
        case duplicate
        /// More items than allowed.
        case surplus
    }

    package let kind: Kind
    /// The field concerned; empty for the answer as a whole, and for fields that are not the contract's.
    package let field: String

    package init(_ kind: Kind, field: String = "") {
        self.kind = kind
        self.field = field
    }
}
