import Economics

/// One kind of panel: a dashboard document names it, this draws it. Every kind is one file of this folder.
struct Panel: Sendable {
    /// The word of documents.
    let kind: String
    /// For the schema and for error messages.
    let summary: String
    /// Those with the lowest go first where the screen is short.
    let rank: Int
    let draw: @Sendable (PanelContext, PanelSettings) throws(EconomicsError) -> [ScreenLine]

    static let all: [Panel] = [
        .today, .losses, .month, .rejections, .outcomes, .savings, .upstream, .tokens, .speed, .controller, .clients,
        .events,
        .recent,
    ]

    static func kind(_ word: String) -> Panel? { all.first { $0.kind == word } }
}

/// What a document may say about one panel.
struct PanelSettings: Sendable, Hashable {
    /// Instead of the kind's own title.
    var title: String?
    /// Share of a limit from which a figure is near it.
    var warnAt = 0.9
    /// Lines of lists.
    var rows = 5
}

/// What a panel draws from, and how.
struct PanelContext: Sendable {
    let snapshot: DashboardSnapshot
    let style: ScreenStyle
    /// All columns together.
    let today: EconomicsFigures
    let month: EconomicsFigures
    /// Of the days the screen is asked for.
    let shown: EconomicsFigures

    init(_ snapshot: DashboardSnapshot, style: ScreenStyle) throws(EconomicsError) {
        self.snapshot = snapshot
        self.style = style
        var today = EconomicsFigures()
        var month = EconomicsFigures()
        var shown = EconomicsFigures()
        for column in snapshot.columns {
            try today.add(column.today)
            try month.add(column.month)
            try shown.add(column.shown)
        }
        self.today = today
        self.month = month
        self.shown = shown
    }

    /// `Tokens today`, `Tokens, 7 days`.
    func title(_ text: String) -> String { isToday ? "\(text) today" : "\(text), \(snapshot.days) days" }

    var isToday: Bool { snapshot.days == 1 }

    typealias Column = DashboardSnapshot.Column

    var columns: [Column] { snapshot.columns }

    /// A table with a column for each profile and, beside more than one, `all`.
    func table() -> ScreenTable {
        ScreenTable(columns: columns.map(\.profile) + (hasTotal ? ["all"] : []), style: style)
    }

    var hasTotal: Bool { columns.count > 1 }

    /// A figure of each column, and of all.
    func cells(
        _ path: KeyPath<Column, EconomicsFigures>,
        _ total: EconomicsFigures,
        _ text: (EconomicsFigures) throws(EconomicsError) -> String
    ) throws(EconomicsError) -> [ScreenTable.Cell] {
        var cells: [ScreenTable.Cell] = []
        for column in columns { cells.append(ScreenTable.Cell(try text(column[keyPath: path]))) }
        if hasTotal { cells.append(ScreenTable.Cell(try text(total))) }
        return cells
    }

    func money(_ amount: Money?) -> String { amount?.formatted(style.precision) ?? style.signs.nothing }

    func share(_ share: Double?, decimals: Int = 1) -> String {
        share == nil ? style.signs.nothing : FigureText.share(share, decimals: decimals)
    }

    /// `31 % ██░░░░`, without the bar where there is no room; a dash without a limit.
    func use(_ used: Double?, room: Int, settings: PanelSettings) -> ScreenTable.Cell {
        guard let used else { return ScreenTable.Cell(style.signs.nothing) }
        let tone: Tone = used >= 1 ? .broken : used >= settings.warnAt ? .near : .good
        let share = FigureText.share(used, decimals: 0)
        guard !style.isAccessible, share.count + 7 <= room else { return ScreenTable.Cell(share, tone) }
        return ScreenTable.Cell("\(share) \(style.signs.bar(used, width: 6))", tone)
    }
}
