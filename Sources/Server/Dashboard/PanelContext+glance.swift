import Documents
import Economics

extension PanelContext {
    /// A line or a few for each profile, as narrow as the screen: send rate against target, spend against cap, the limit of
    /// lost answers.
    var glance: [ScreenLine] {
        columns.flatMap { column -> [ScreenLine] in
            let uploads = column.shown.uploads == 1 ? "upload" : "uploads"
            let losses = Losses(of: column, dials: snapshot.dials)
            let target = target(of: column)
            let cap = column.dayLimit.map { " of \(money($0))" } ?? ""
            let parts: [ScreenLine.Span] = [
                .init("\(column.profile.visible.cut(toCells: 14)): \(share(column.shown.sendRate)) sent"),
                .init("target \(target.text)", target.tone),
                .init("spent \(money(column.today.spend))\(cap) USD"),
                forecast(of: column),
                .init("limit holds: \(losses.standing.word)", losses.standing.tone),
                .init("\(FigureText.count(column.shown.uploads)) \(uploads)"),
            ]
            return flowed(parts.filter { !$0.text.isEmpty })
        }
    }

    private func forecast(of column: Column) -> ScreenLine.Span {
        guard let pace = column.dayPace(at: snapshot.madeAt) else { return .init("") }
        guard let moment = pace.fillsCap else { return .init("forecast \(money(pace.forecast))") }
        if moment <= snapshot.madeAt { return .init("cap reached", .broken) }
        return .init("cap at \(moment.clockTime(in: column.zone))", .near)
    }

    /// Parts with commas, as many to a line as fit; later lines indented.
    private func flowed(_ parts: [ScreenLine.Span]) -> [ScreenLine] {
        var lines: [ScreenLine] = []
        for part in parts {
            if let last = lines.indices.last, lines[last].cells + 2 + CellWidth.of(part.text) <= style.width {
                lines[last].append(", ")
                lines[last].append(part.text, part.tone)
            } else {
                var line = ScreenLine(lines.isEmpty ? "" : "  ")
                line.append(part.text, part.tone)
                lines.append(line.cut(to: style.width))
            }
        }
        return lines
    }
}
