import Documents
import Economics

/// The screen of a live dashboard: tabs, what the server drew, and one line that says how fresh it is and what keys do.
extension LiveView {
    /// Lines for a terminal of that size, at most `rows`.
    ///
    /// - Parameter isColoured: Whether what went wrong is coloured too.
    package func lines(columns: Int, rows: Int, at now: Duration, isColoured: Bool) -> [String] {
        let (top, foot) = ([tabs(columns)], [status(columns, at: now, isColoured)])
        let room = max(0, rows - top.count - foot.count)
        let body = isHelpShown ? help : shown?.answer.lines ?? ["", "asking \(server)"]
        let shownBody = body.prefix(room).map { Self.cut($0, to: columns) }
        let padding = Array(repeating: "", count: room - shownBody.count)
        return Array((top + shownBody + padding + foot).prefix(max(1, rows)))
    }

    /// Lines left of `rows` for what the server draws.
    package static func room(rows: Int) -> Int { max(1, rows - 2) }

    /// `[1 overview]  2 clients  3 gate`, or the shown one by name and the others by number.
    private func tabs(_ columns: Int) -> String {
        func text(_ isNamed: (Int) -> Bool) -> String {
            names.enumerated().map { index, name in
                let shown = name.filter { $0.isASCII || CellWidth.of(String($0)) > 0 }
                let label = isNamed(index) ? "\(index + 1) \(shown)" : "\(index + 1)"
                return name == question.name ? "[\(label)]" : label
            }
            .joined(separator: "  ")
        }
        let current = names.firstIndex(of: question.name) ?? 0
        let whole = text { _ in true }
        let chosen = CellWidth.of(whole) <= columns ? whole : text { $0 == current }
        return Self.cut(chosen, to: columns)
    }

    private var help: [String] {
        [
            "", "  1-9          that dashboard", "  tab, arrows  the next dashboard, or the one before",
            "  o, up, down  all profiles, or one by itself", "  s            figures of today, 7 days, 30 days",
            "  p, space     pause and go on", "  r, enter     ask the server now",
            "  Ctrl-Z       leave it for a while; fg",
            "  q, Ctrl-C    end", "", "  server  \(server)", "  any key closes this",
        ]
    }

    private func status(_ columns: Int, at now: Duration, _ isColoured: Bool) -> String {
        let state = state(at: now)
        let span = question.days == 1 ? "today" : "\(question.days) days"
        let whose = question.profile ?? "all"
        let keys = [
            "q quit  p pause  tab dashboard  o \(whose)  s \(span)  ? help",
            "q quit  p pause  o \(whose)  s \(span)  ? help",
            "q quit  ? help", "",
        ]
        let room = columns - CellWidth.of(state) - 2
        let shownKeys = keys.first { CellWidth.of($0) <= room } ?? ""
        let gap =
            shownKeys.isEmpty ? "" : String(repeating: " ", count: max(2, columns - CellWidth.of(shownKeys + state)))
        let shownState = Self.cut(state, to: columns)
        return shownKeys + gap + (isColoured && failure != nil ? "\u{1B}[33m\(shownState)\u{1B}[0m" : shownState)
    }

    /// How old what is shown is, and why.
    private func state(at now: Duration) -> String {
        let age = shown.map { Self.text($0.at.distance(to: now)) }
        if let failure {
            let wait = next.map { max(0, $0.wholeSeconds - now.wholeSeconds) } ?? 0
            let old = age.map { ", \($0) old" } ?? ""
            let again = isAsking ? "asking again" : "again in \(wait) s"
            return "NO ANSWER\(old), \(again): \(failure)"
        }
        guard let age else { return "asking" }
        if isPaused { return "PAUSED, \(age) old" }
        return isAsking && shown.map { $0.at.distance(to: now) > .seconds(5) } == true
            ? "\(age) old, asking" : "refreshed \(age) ago"
    }

    /// What was seen, for the line that stays: spend, uploads, send rate and over what time; nil without an answer.
    package func summary(at now: Duration) -> String? {
        guard let first, let last else { return nil }
        let (from, to) = (first.answer, last.answer)
        // A new month begins at nothing.
        let isSame = to.month.uploads >= from.month.uploads && to.month.nanoUSD >= from.month.nanoUSD
        let (uploads, spent) =
            isSame
            ? (to.month.uploads - from.month.uploads, to.month.nanoUSD - from.month.nanoUSD)
            : (to.month.uploads, to.month.nanoUSD)
        let rate =
            to.today.judged > 0
            ? "\(Self.tenths(to.today.sent, of: to.today.judged)) % sent" : "nothing judged"
        return "watched \(Self.text(now - first.at)): \(uploads) uploads, \(Self.money(spent)) USD spent; today "
            + "\(to.today.uploads) uploads, \(rate), \(Self.money(to.today.nanoUSD)) USD spent"
    }

    private static func money(_ nanoUSD: Int64) -> String { Money(nanoUSD: nanoUSD).formatted(.exact) }

    private static func tenths(_ part: Int64, of whole: Int64) -> String {
        let tenths = (part * 1000 + whole / 2) / whole
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// `14 s`, `3 min`, `2 h 5 min`
    static func text(_ time: Duration) -> String {
        let seconds = max(0, time.wholeSeconds)
        if seconds < 120 { return "\(seconds) s" }
        return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }

    /// The part that fits, with the tones that began in it ended.
    static func cut(_ text: String, to columns: Int) -> String {
        guard FramePainter.cells(of: text) > columns else { return text }
        var kept = ""
        var cells = 0
        var isSequence = false
        var hasTone = false
        for scalar in text.unicodeScalars {
            if isSequence {
                isSequence = scalar != "m"
            } else if scalar == "\u{1B}" {
                isSequence = true
                hasTone = true
            } else {
                cells += CellWidth.of(scalar)
                if cells > columns { break }
            }
            kept.unicodeScalars.append(scalar)
        }
        return hasTone ? kept + "\u{1B}[0m" : kept
    }
}

extension Duration {
    fileprivate var wholeSeconds: Int64 { components.seconds }
    fileprivate func distance(to later: Duration) -> Duration { later - self }
}
