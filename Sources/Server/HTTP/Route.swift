/// Every path the server answers.
enum Route: String, Sendable, CaseIterable {
    case classify, gate, gateBatch, devicePolicy, gemini, decision, feedback, revenue, economics, parity, dashboard,
        namedDashboard
    case metrics, health, readiness, openAPI, events
    case audits, audit, auditPage
    case profiles, profileHistory, projection, planProfile, applyProfile, rollBackProfile, profile
    case rollout, promoteRollout, endRollout

    /// With `{}` where an argument stands.
    var template: String {
        switch self {
        case .classify: "/v1/classify"
        case .gate: "/v1/gate"
        case .gateBatch: "/v1/gate:batch"
        case .devicePolicy: "/v1/policy/{}"
        case .gemini: "/models/{}"
        case .decision: "/v1/decisions/{}"
        case .feedback: "/v1/feedback"
        case .revenue: "/v1/revenue"
        case .economics: "/v1/reports/economics"
        case .parity: "/v1/reports/parity"
        case .dashboard: "/dashboard"
        case .namedDashboard: "/dashboard/{}"
        case .audits: "/v1/audits"
        case .audit: "/v1/audits/{}"
        case .auditPage: "/audits"
        case .metrics: "/metrics"
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .openAPI: "/openapi.json"
        case .events: "/v1/events"
        case .profiles: "/v1/profiles"
        case .profileHistory: "/v1/profiles/{}/history"
        case .projection: "/v1/profiles/{}/projection"
        case .planProfile: "/v1/profiles/{}:plan"
        case .applyProfile: "/v1/profiles/{}:apply"
        case .rollBackProfile: "/v1/profiles/{}:rollback"
        case .profile: "/v1/profiles/{}"
        case .rollout: "/v1/rollout"
        case .promoteRollout: "/v1/rollout:promote"
        case .endRollout: "/v1/rollout:end"
        }
    }

    var methods: [String] {
        switch self {
        case .classify, .gate, .gateBatch, .feedback, .revenue, .planProfile, .applyProfile, .rollBackProfile: ["POST"]
        case .promoteRollout, .endRollout, .audit: ["POST"]
        case .gemini, .auditPage: ["POST", "GET"]
        default: ["GET"]
        }
    }

    /// The route of a path and the arguments in it.
    static func matching(_ path: String) -> (route: Route, arguments: [String])? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for route in allCases where route != .gemini {
            let pattern = route.template.split(separator: "/", omittingEmptySubsequences: false)
            guard pattern.count == parts.count else { continue }
            let pairs = zip(pattern, parts)
            guard pairs.allSatisfy({ argument($1, in: $0) != nil || $0 == $1 }) else { continue }
            return (route, pairs.compactMap { argument($1, in: $0) })
        }
        // Any prefix may stand before it, so it comes last.
        return DoorTarget.matches(path) ? (.gemini, [path]) : nil
    }

    /// What stands for `{}` in a part of a path; nil where the pattern has no `{}` or the part is another one. After it
    /// an action may follow: `{}:apply`.
    private static func argument(_ part: Substring, in pattern: Substring) -> String? {
        guard pattern.hasPrefix("{}") else { return nil }
        let action = pattern.dropFirst(2)
        guard part.hasSuffix(action), part.count > action.count else { return nil }
        let argument = part.dropLast(action.count)
        return action.isEmpty && argument.contains(":") ? nil : String(argument)
    }
}
