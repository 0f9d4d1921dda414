/// Every path the server answers.
enum Route: String, Sendable, CaseIterable {
    case classify, gate, decision, economics, dashboard, profileDashboard, metrics, health, readiness

    /// With `{}` where an argument stands.
    var template: String {
        switch self {
        case .classify: "/v1/classify"
        case .gate: "/v1/gate"
        case .decision: "/v1/decisions/{}"
        case .economics: "/v1/reports/economics"
        case .dashboard: "/dashboard"
        case .profileDashboard: "/dashboard/{}"
        case .metrics: "/metrics"
        case .health: "/healthz"
        case .readiness: "/readyz"
        }
    }

    var methods: [String] {
        switch self {
        case .classify, .gate: ["POST"]
        default: ["GET"]
        }
    }

    /// The route of a path and the arguments in it.
    static func matching(_ path: String) -> (route: Route, arguments: [String])? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for route in allCases {
            let pattern = route.template.split(separator: "/", omittingEmptySubsequences: false)
            guard pattern.count == parts.count else { continue }
            let pairs = zip(pattern, parts)
            guard pairs.allSatisfy({ $0 == "{}" ? !$1.isEmpty : $0 == $1 }) else { continue }
            return (route, pairs.filter { $0.0 == "{}" }.map { String($0.1) })
        }
        return nil
    }
}
