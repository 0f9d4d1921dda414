import Backtest
import Devices
import Documents
import Gate
import Ledger
import Policy

/// The closed sets of the contract, from the types that answers are made of.
enum OpenAPIWords {
    private static let words: [String: [String]] = [
        "BypassKind": BypassLabel.Kind.allCases.map(\.rawValue),
        "CoarseCategory": CoarseCategory.allCases.map(\.rawValue),
        "DashboardFormat": DashboardRequest.Format.allCases.map(\.rawValue),
        "DeviceClass": DeviceSettings.Class.allCases.map(\.rawValue),
        "Dimension": EconomicsReport.Dimension.allCases.map(\.rawValue),
        "EventKind": EventKind.allCases.map(\.rawValue),
        "EventSeverity": EventSeverity.allCases.map(\.rawValue),
        "Family": DeviceState.Family.allCases.map(\.rawValue),
        "Finding": AuditJudgement.Finding.allCases.map(\.rawValue),
        "GovernorLocal": GovernorDecision.Local.allCases.map(\.rawValue),
        "GovernorReason": GovernorDecision.Reason.allCases.map(\.rawValue),
        "GovernorSends": GovernorDecision.Sends.allCases.map(\.rawValue),
        "Judgement": Feedback.Judgement.allCases.map(\.rawValue),
        "Mode": Governor.Mode.allCases.map(\.rawValue),
        "Outcome": Outcome.allCases.map(\.rawValue),
        "Phase": Phase.allCases.map(\.rawValue),
        "PlanLimit": PlanLimit.allCases.map(\.rawValue),
        "Reason": Reason.allCases.map(\.rawValue),
        "ReportFormat": EconomicsReport.Format.allCases.map(\.rawValue),
        "Route": DecisionRecord.Route.allCases.map(\.rawValue),
        "ScorerStatus": DeviceReport.ScorerStatus.allCases.map(\.rawValue),
        "Source": Source.allCases.map(\.rawValue),
        "Step": DeviceSettings.Step.Name.allCases.map(\.rawValue),
        "UploadFormat": DeviceSettings.Format.allCases.map(\.rawValue),
        "Verdict": Verdict.allCases.map(\.rawValue),
    ]

    /// Of a set by its name; `?` behind it lets null in.
    static func schema(named name: String) -> JSON {
        let isOptional = name.hasSuffix("?")
        guard let words = words[isOptional ? String(name.dropLast()) : name] else {
            preconditionFailure("no words `\(name)`")
        }
        let cases = words.map { JSON.string($0) }
        return isOptional
            ? ["type": ["string", "null"], "enum": .array(cases + [.null])]
            : ["type": "string", "enum": .array(cases)]
    }
}
