import Documents
import Economics

/// Reading what holds for the whole emulator, beside the rules.
extension FaultScriptReader {
    mutating func quotas(_ node: DocumentNode, _ path: String) -> Quotas {
        var quotas = Quotas()
        let known = ["requestsPerMinute", "tokensPerMinute", "requestsPerDay", "spendPerTenMinutes"]
        for member in members(node, path, known: known) {
            let field = "\(path).\(member.key)"
            switch member.key {
            case "requestsPerMinute": quotas.requestsPerMinute = integer(member.node, field, in: 0...Int.max)
            case "tokensPerMinute": quotas.tokensPerMinute = integer(member.node, field, in: 0...Int.max)
            case "requestsPerDay": quotas.requestsPerDay = integer(member.node, field, in: 0...Int.max)
            default: quotas.nanoUSDPerTenMinutes = money(member.node, field)
            }
        }
        return quotas
    }

    mutating func counting(_ node: DocumentNode, _ path: String) -> CountTokensDrift {
        var drift = CountTokensDrift()
        for member in members(node, path, known: ["factor", "hideDetails"]) {
            let field = "\(path).\(member.key)"
            if member.key == "hideDetails" {
                drift.hidesDetails = flag(member.node, field)
            } else if let factor = member.node.double, (0...100).contains(factor) {
                drift.factor = factor
            } else {
                report(member.node, field, "`factor` must be a number from 0 to 100")
            }
        }
        return drift
    }

    mutating func batches(_ node: DocumentNode, _ path: String) -> BatchCourse {
        var course = BatchCourse()
        for member in members(node, path, known: ["polls", "end", "failing"]) {
            let field = "\(path).\(member.key)"
            switch member.key {
            case "polls": course.polls = integer(member.node, field, in: 0...Int.max) ?? 0
            case "end": course.end = choice(member.node, field, BatchCourse.End.self) ?? .succeeded
            default: course.failing = integers(member.node, field)
            }
        }
        return course
    }

    /// `0.50 USD`.
    private mutating func money(_ node: DocumentNode, _ field: String) -> Int64? {
        do throws(EconomicsError) {
            return try Money(parsing: node.string ?? "").nanoUSD
        } catch {
            report(node, field, "`\(FaultScriptReader.name(field))`: \(error.message)")
            return nil
        }
    }
}
