import Documents
import Economics
import Policy

/// What a received HTTP answer came to. Pure: status, headers and bytes in, everything about the attempt out.
struct AnswerReader {
    private(set) var outcome: GeminiOutcome = .empty
    private(set) var usage: TokenUsage?
    private(set) var modelVersion: String?
    private(set) var responseID: String?
    private(set) var modelStage: String?
    private(set) var billingUncertain = false
    private(set) var repairs: [AnswerRepair] = []
    private(set) var blockedRatings: [SafetyRating] = []

    init(status: Int, headers: [(name: String, value: String)], body: [UInt8], contract: Contract) {
        guard (200...299).contains(status) else {
            outcome = ErrorClassifier.outcome(status: status, headers: headers, body: body)
            // Refused and failed requests are documented as not charged; a cancelled one may have run.
            billingUncertain = status == 499
            return
        }
        // The model has worked: without a usage that can be billed, nobody knows for how much.
        billingUncertain = true
        guard let root = DocumentReader.read(body, file: "answer", dialect: .json).root else {
            outcome = .malformed("the body of the answer is not JSON")
            return
        }
        if let error = StatusBody(root) {
            outcome =
                (400...599).contains(error.code)
                ? ErrorClassifier.outcome(status: error.code, headers: headers, error: error)
                : .malformed("the answer is an error without a status")
            return
        }
        guard root.object != nil else {
            outcome = .malformed("the body of the answer is not an object")
            return
        }
        usage = UsageReader.usage(root["usageMetadata"])
        billingUncertain = usage == nil
        modelVersion = Self.identifier(root["modelVersion"], dropping: "models/")
        responseID = Self.identifier(root["responseId"])
        modelStage = Self.identifier(root["modelStatus"]?["modelStage"])
        read(root, contract: contract)
    }

    private mutating func read(_ root: DocumentNode, contract: Contract) {
        let candidate = root["candidates"]?.array?.first
        if let feedback = root["promptFeedback"] { noteBlocks(in: feedback) }
        if let candidate { noteBlocks(in: candidate) }
        if let reason = Self.name(root["promptFeedback"]?["blockReason"]),
            candidate == nil || reason != "BLOCK_REASON_UNSPECIFIED"
        {
            outcome = .promptBlocked(reason: reason)
            return
        }
        guard let candidate else {
            outcome = .empty
            return
        }
        let text = AnswerText.joined(candidate["content"])
        let blank = text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        switch Self.name(candidate["finishReason"]) {
        case nil, "STOP":
            if blank { outcome = .empty } else { read(text, contract: contract) }
        case "MAX_TOKENS":
            // Even a complete object is not trusted here: what follows it is missing.
            outcome = .truncated(byThinking: blank && (usage?.thoughts ?? 0) > 0)
        case .some(let reason):
            outcome = .refused(reason: reason)
        }
    }

    private mutating func read(_ text: String, contract: Contract) {
        var check = ContractCheck()
        do throws(ContractViolation) {
            let found = try AnswerText.object(in: text)
            let document = DocumentReader.read(found.object, file: "answer", dialect: .json, maxDepth: 8)
            guard let object = document.root else {
                throw ContractViolation(
                    "the answer is not JSON: \(Excerpt.of(document.diagnostics.first?.message ?? ""))"
                )
            }
            let classification = try check.classification(of: object, contract: contract)
            repairs = found.repairs + check.repairs
            outcome = .ok(classification)
        } catch {
            outcome = .malformed(error.message)
        }
    }

    /// Safety ratings that blocked; ratings are often absent, so an empty list says nothing.
    private mutating func noteBlocks(in node: DocumentNode) {
        for rating in node["safetyRatings"]?.array ?? [] where rating["blocked"]?.bool == true {
            guard let category = Self.name(rating["category"]),
                !blockedRatings.contains(where: { $0.category == category })
            else { continue }
            blockedRatings.append(SafetyRating(category: category, probability: Self.name(rating["probability"]) ?? ""))
        }
    }

    /// A value of an open set, in proto JSON by name or by number; unknown ones survive.
    private static func name(_ node: DocumentNode?) -> String? {
        guard let text = node?.string ?? node?.number?.text, !text.isEmpty else { return nil }
        return Excerpt.of(text, limit: 80)
    }

    private static func identifier(_ node: DocumentNode?, dropping prefix: String = "") -> String? {
        guard let text = node?.string else { return nil }
        let bare = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        return bare.isEmpty ? nil : Excerpt.of(bare, longestRun: 200)
    }
}
