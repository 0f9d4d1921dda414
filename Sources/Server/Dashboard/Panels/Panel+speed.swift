extension Panel {
    /// How long gate and cloud take.
    static let speed = Panel(
        kind: "speed",
        summary: "how long the gate and the cloud take: median and 95th percentile of the latest 512",
        rank: 2
    ) { context, settings in
        let snapshot = context.snapshot
        func text(_ quantiles: [Duration]?) -> String {
            quantiles.map { $0.map { FigureText.duration($0) }.joined(separator: " / ") } ?? "nothing yet"
        }
        var table = ScreenTable(columns: [], style: context.style)
        table.heading(settings.title ?? "Speed since the start", note: "p50 / p95")
        let (gate, cloud) = (text(snapshot.gateQuantiles), text(snapshot.cloudQuantiles))
        if context.style.width >= 80, !context.style.isAccessible {
            table.line(ScreenLine("gate  \(gate)   cloud \(cloud)"))
        } else {
            table.line(ScreenLine("gate  \(gate)"))
            table.line(ScreenLine("cloud \(cloud)"))
        }
        return table.lines
    }
}
