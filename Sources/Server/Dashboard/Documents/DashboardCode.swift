/// What is wrong with a dashboard document. One line each in `torii help errors`.
package enum DashboardCode: String, Sendable, CaseIterable {
    case unknownKey = "dashboard.unknown-key"
    case missing = "dashboard.missing"
    case type = "dashboard.type"
    case range = "dashboard.range"
    case kind = "dashboard.kind"
    case unreadable = "dashboard.unreadable"

    package var explanation: String {
        switch self {
        case .unknownKey: "a key no dashboard has"
        case .missing: "the list of panels is not there, empty, or too long"
        case .type: "a value of the wrong kind"
        case .range: "a number outside its range"
        case .kind: "a kind of panel that does not exist"
        case .unreadable: "the file cannot be read"
        }
    }
}
