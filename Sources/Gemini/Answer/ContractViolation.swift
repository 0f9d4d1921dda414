/// Why an answer is not one of the contract: the field, the value where there is one, and what was expected.
struct ContractViolation: Error, Hashable {
    let message: String

    init(_ message: String) { self.message = message }
}
