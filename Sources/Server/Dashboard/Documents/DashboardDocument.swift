/// A dashboard as an operator writes it: which panels, in which order.
struct DashboardDocument: Sendable {
    struct Entry: Sendable {
        let panel: Panel
        let settings: PanelSettings
    }

    /// The name of its file without extension.
    let name: String
    let title: String
    let entries: [Entry]

    /// What is shown where no document says otherwise.
    static let overview = DashboardDocument(
        name: "overview",
        title: "Overview",
        entries: [Panel.today, .losses, .rejections, .month, .outcomes, .speed, .events, .recent]
            .map { Entry(panel: $0, settings: PanelSettings()) }
    )
}
