import Documents
import Economics

/// Checks across documents: what one profile says against contracts, models and prices. A catalogue that could not be
/// read is nil, and what depends on it is not checked: its own mistakes are reported already.
struct PolicyChecks {
    let prices: PriceBook?
    let models: [ModelCapabilities]?
    let contracts: [String: Contract]
    /// Contracts whose documents are there but wrong.
    let brokenContracts: Set<String>
    let now: Timestamp

    func check(_ draft: ProfileDraft) {
        checkContract(draft)
        checkModels(draft)
    }

    private func checkContract(_ draft: ProfileDraft) {
        guard let read = draft.contract, !brokenContracts.contains(read.value) else { return }
        guard let contract = contracts[read.value] else {
            let known = contracts.keys.sorted()
            let hint = Spelling.nearest(to: read.value, among: known).map { "did you mean `\($0)`?" }
            let notes = known.isEmpty ? [] : ["contracts: \(known.joined(separator: ", "))"]
            read.field.fail(.reference, "the name of a document in contracts/", hint: hint, notes: notes)
            return
        }
        checkHint(draft, contract)
        guard let (language, field) = draft.language, contract.prompts[language] == nil else { return }
        let known = contract.prompts.keys.sorted().joined(separator: ", ")
        (field ?? read.field).remarks.error(
            .reference,
            at: (field ?? read.field).node,
            field: "cloud.language",
            "the contract `\(contract.name)` has no prompt in `\(language)`",
            notes: ["languages of \(contract.name): \(known)"]
        )
    }

    private func checkHint(_ draft: ProfileDraft, _ contract: Contract) {
        guard let hint = draft.hint, hint.value, let language = draft.language?.value,
            let prompt = contract.prompts[language], prompt.hints.isEmpty
        else { return }
        hint.field.remarks.error(
            .reference,
            at: hint.field.node,
            field: hint.field.path,
            "the contract `\(contract.name)` has no hints in `\(language)`",
            notes: ["write them as `hints` beside `system` and `user`, or leave `hint` out"]
        )
    }
}

extension Sequence<String> {
    /// In order of first appearance.
    func uniqued() -> [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
