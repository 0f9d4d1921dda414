import Backtest
import Documents
import Policy

/// The JSON object a policy change comes in. Unknown keys are refused: a misspelt `base` must not be ignored.
struct ChangeRequest: Sendable {
    private let root: DocumentNode

    init(_ body: [UInt8], known: [String]) throws(Problem) {
        let read = DocumentReader.read(body, file: "request", dialect: .json)
        guard let root = read.root, let members = root.object else {
            throw Problem(.invalidJSON, read.diagnostics.first?.message ?? "an object is expected")
        }
        if let unknown = members.first(where: { !known.contains($0.key) }) {
            let near = Spelling.nearest(to: unknown.key, among: known).map { "; did you mean `\($0)`?" }
            throw Problem(
                .invalidField,
                "unknown key `\(unknown.key.printable)`" + (near ?? "; known: \(known.joined(separator: ", "))")
            )
        }
        self.root = root
    }

    func has(_ key: String) -> Bool { root[key] != nil }

    /// Text that is not blank.
    func text(_ key: String) throws(Problem) -> String {
        guard let node = root[key] else { throw Problem(.missingField, "`\(key)` is missing") }
        guard let text = node.string, text.contains(where: { !$0.isWhitespace }) else {
            throw Problem(.invalidField, "`\(key)` must be text that is not blank")
        }
        return text
    }

    /// `reason`: why. Throws `missing_field`, `invalid_field`.
    func reason() throws(Problem) -> String { try root.reason() }

    /// A whole number from 1 on: a revision, or days.
    func integer(_ key: String) throws(Problem) -> Int {
        guard let node = root[key] else { throw Problem(.missingField, "`\(key)` is missing") }
        guard let number = node.wholeNumber.flatMap({ Int(exactly: $0) }), number >= 1 else {
            throw Problem(.invalidField, "`\(key)` must be a whole number from 1 on")
        }
        return number
    }

    /// A share between none and all, in millionths; nil when the key is not there.
    func share(_ key: String) throws(Problem) -> Int? {
        guard let node = root[key] else { return nil }
        let millionths = node.double.map { ($0 * 1_000_000).rounded() }
        guard let millionths, (1...999_999).contains(millionths) else {
            throw Problem(.invalidField, "`\(key)` must be a share between 0 and 1, such as 0.1")
        }
        return Int(millionths)
    }

    /// Names of limits; none when the key is not there.
    func limits(_ key: String) throws(Problem) -> [PlanLimit] {
        guard let node = root[key] else { return [] }
        let words = PlanLimit.allCases.map(\.rawValue).joined(separator: ", ")
        guard let items = node.array else { throw Problem(.invalidField, "`\(key)` must be a list of \(words)") }
        var limits: [PlanLimit] = []
        for item in items {
            guard let limit = item.string.flatMap(PlanLimit.init) else {
                throw Problem(.invalidField, "`\(key)` must be a list of \(words)")
            }
            limits.append(limit)
        }
        return limits
    }
}

extension DocumentNode {
    /// Its `reason`: why, as `WrittenReason` takes it. Throws `missing_field`, `invalid_field`.
    func reason() throws(Problem) -> String {
        guard let node = self["reason"] else { throw Problem(.missingField, "say why: `reason` is missing") }
        guard let text = node.string else { throw Problem(.invalidField, "`reason` must be text") }
        if let fault = WrittenReason.fault(of: text) { throw Problem(.invalidField, "`reason` \(fault)") }
        return text
    }
}
