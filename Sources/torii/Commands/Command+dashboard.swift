import Foundation
import Platform

extension Command {
    static let dashboard = Command(
        words: ["dashboard"],
        group: .run,
        summary: "show a running server's dashboard, once or live",
        operands: "[NAME]",
        options: [
            Option(
                name: "server",
                value: "URL",
                summary: "default http://127.0.0.1:8080",
                isSetting: true,
                standard: "http://127.0.0.1:8080"
            ),
            .profile,
            Option(name: "watch", value: "2s", summary: "draw anew that often, 1s...60s, until Ctrl-C"),
            Option(name: "width", value: "N", summary: "cells a line, 40...200 (default: the terminal's)"),
            Option(name: "glyphs", value: "G", summary: "utf8 or ascii", choices: ["utf8", "ascii"]),
            Option(name: "color", value: "WHEN", summary: "always or never", choices: ["always", "never"]),
            Option(name: "exact", value: nil, summary: "all nine digits of every amount"),
            .json,
        ],
        examples: [
            ("torii dashboard", "the overview, once"),
            ("torii dashboard economics --profile ios --watch 2s", "one dashboard of one profile, live"),
            ("curl 'http://127.0.0.1:8080/dashboard?watch=2s'", "the same without this tool"),
        ]
    ) { invocation throws(Stop) in
        guard invocation.operands.count <= 1 else { throw .usage("name one dashboard at most") }
        let view = try DashboardView(invocation)
        defer { view.close() }
        guard let text = invocation.value("watch") else {
            invocation.console.raw(try await view.screen())
            return .done
        }
        guard let seconds = Int(text.hasSuffix("s") ? String(text.dropLast()) : text), (1...60).contains(seconds) else {
            throw .usage("--watch must be 1s...60s, found `\(text)`")
        }
        return try await view.watch(every: .seconds(seconds), until: invocation.signals)
    }
}
