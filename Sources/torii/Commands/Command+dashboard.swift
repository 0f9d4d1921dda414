import Foundation
import Platform
import Terminal
import Workbench

extension Command {
    static let dashboard = Command(
        words: ["dashboard"],
        group: .run,
        summary: "show a running server's dashboards: over the whole terminal, or once where there is none",
        operands: "[URL|NAME]",
        options: [
            Option(
                name: "server",
                value: "URL",
                summary: "default http://127.0.0.1:8080; or give it as the operand",
                isSetting: true,
                standard: "http://127.0.0.1:8080"
            ),
            .profile,
            Option(name: "since", value: "SPAN", summary: "figures of today, or of 1d...92d up to today"),
            Option(name: "once", value: nil, summary: "one screen on a terminal too"),
            Option(
                name: "watch",
                value: "2s",
                summary:
                    "ask the server that often, 1s...60s (default 2s); elsewhere than on a terminal one screen below the other"
            ),
            Option(name: "width", value: "N", summary: "cells a line, 40...200 (default: the terminal's)"),
            Option(name: "glyphs", value: "G", summary: "utf8 or ascii", choices: ["utf8", "ascii"]),
            Option(name: "color", value: "WHEN", summary: "always or never", choices: ["always", "never"]),
            Option(
                name: "accessible",
                value: nil,
                summary: "one fact a line, no bars, nothing drawn over; as ACCESSIBLE=1"
            ),
            Option(name: "exact", value: nil, summary: "all nine digits of every amount"),
            .json,
        ],
        examples: [
            ("torii dashboard", "over the whole terminal; ? lists the keys, q ends"),
            ("torii dashboard http://10.0.0.7:8080 --profile ios", "another machine's, one profile"),
            ("torii dashboard economics --once --since 7d", "one dashboard, once, of a week"),
            ("curl 'http://127.0.0.1:8080/dashboard?watch=2s'", "the same without this tool"),
        ]
    ) { invocation throws(Stop) in
        guard invocation.operands.count <= 1 else { throw .usage("name one dashboard or server at most") }
        let environment = ProcessInfo.processInfo.environment
        let style = OutputStyle(
            facts: .current(.standardOutput, environment: environment),
            wishes: .init(
                colour: invocation.value("color").flatMap { OutputStyle.Colour(rawValue: $0) },
                glyphs: invocation.value("glyphs").flatMap { OutputStyle.Glyphs(rawValue: $0) },
                accessible: invocation.has("accessible")
            )
        )
        let (base, name) = try place(invocation)
        var question = LiveView.Question(name: name, profile: invocation.value("profile"))
        question.days = try days(invocation.value("since"))
        let source = DashboardSource(
            base: base,
            style: style,
            width: invocation.has("width") ? try invocation.integer("width", in: 40...200, default: style.width) : nil,
            isExact: invocation.has("exact"),
            key: environment["TORII_KEY"]
        )
        defer { source.close() }
        let interval = try interval(invocation.value("watch"))
        let isOnce = invocation.has("once") || invocation.has("json")
        if style.animates, !isOnce {
            if question.name.isEmpty { question.name = "overview" }
            let live = LiveDashboard(
                source: source,
                question: question,
                interval: interval ?? .seconds(2),
                isColoured: style.colour,
                environment: environment
            )
            try await live.run(until: invocation.signals)
            return .done
        }
        let ending = Task {
            for await signal in invocation.signals?.events ?? .finished {
                if signal == .suspend { kill(getpid(), SIGSTOP) }
                if signal.ends { exit(signal.status) }
            }
        }
        defer { ending.cancel() }
        let format = invocation.has("json") ? "json" : "text"
        invocation.console.raw(try await source.screen(question, format: format))
        guard let interval, !invocation.has("once") else { return .done }
        while true {
            try? await Task.sleep(for: interval)  // Nobody cancels it: a signal ends the process.
            do throws(Stop) {
                invocation.console.raw(try await source.screen(question, format: format))
            } catch {
                invocation.console.err("torii: \(error.message)")
            }
        }
    }

    /// Server and name of a dashboard: the operand is one or the other, or a server's address with the name behind it.
    private static func place(_ invocation: Invocation) throws(Stop) -> (base: String, name: String) {
        let operand = invocation.operands.first ?? ""
        guard operand.contains("://") else {
            return (trimmed(try invocation.required("server")), operand)
        }
        guard !invocation.has("server") else { throw .usage("give the server once: as operand or by --server") }
        let parts = trimmed(operand).split(separator: "/dashboard", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.count > 1 ? parts[1].split(separator: "?").first.map(String.init) ?? "" : ""
        return (String(parts[0]), name.hasPrefix("/") ? String(name.dropFirst()) : "")
    }

    private static func trimmed(_ text: String) -> String { text.hasSuffix("/") ? String(text.dropLast()) : text }

    private static func days(_ text: String?) throws(Stop) -> Int {
        guard let text, text != "today" else { return 1 }
        guard text.hasSuffix("d"), let days = Int(text.dropLast()), (1...92).contains(days) else {
            throw .usage("--since must be today or 1d...92d, found `\(text)`")
        }
        return days
    }

    private static func interval(_ text: String?) throws(Stop) -> Duration? {
        guard let text else { return nil }
        guard let seconds = Int(text.hasSuffix("s") ? String(text.dropLast()) : text), (1...60).contains(seconds) else {
            throw .usage("--watch must be 1s...60s, found `\(text)`")
        }
        return .seconds(seconds)
    }
}

extension Signals.Event {
    fileprivate var ends: Bool { self == .terminate || self == .interrupt || self == .reload }

    /// What a shell expects of a command that it ended.
    fileprivate var status: Int32 { self == .interrupt ? 130 : self == .reload ? 129 : 143 }
}
