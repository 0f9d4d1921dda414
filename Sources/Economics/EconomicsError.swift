/// What went wrong with an amount, a price or a window.
package struct EconomicsError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// A sum or product left the range of 64-bit nano-USD.
        case amountOverflow
        /// Text that is not an amount of money.
        case invalidAmount
        /// An amount without its currency.
        case missingCurrency
        /// A currency other than USD.
        case unknownCurrency
        /// More decimals than a nano-USD has.
        case amountTooFine
        /// An amount below zero where none may be.
        case negativeAmount
        /// The price book has no price for this model, tier and moment.
        case priceMissing
        /// Two price periods of one model and tier overlap.
        case priceOverlap
        /// A price outside what any model has ever cost: almost surely a wrong unit.
        case priceImplausible
        /// A token report whose parts are negative or contradict each other.
        case invalidUsage
        /// Text that names no budget window.
        case invalidWindow
    }

    package let code: Code
    /// Lower case, no full stop; holds no secret.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
