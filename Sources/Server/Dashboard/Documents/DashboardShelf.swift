package import Documents
import Platform

/// The dashboards of a folder, read again when a file changes. A document with mistakes is refused: the last good one
/// stays, and the screen says why. Without a folder there is the built-in overview.
package final class DashboardShelf: Sendable {
    private struct Kept: Sendable {
        var marks: [String: FileMark] = [:]
        var documents: [String: DashboardDocument] = [:]
        var mistakes: [String: [Diagnostic]] = [:]
    }

    private let folder: String?
    private let kept = Locked(Kept())
    private let reading = CPUPool(threads: 1, queueLimit: 256, name: "torii-docs")

    /// - Parameter folder: Of `*.json5`; nil: only the built-in overview.
    package init(folder: String?) { self.folder = folder }

    /// Reads what changed. Every mistake of every document, in order of the files' names.
    @discardableResult
    package func refresh() async -> [Diagnostic] {
        guard let folder else { return [] }
        let known = kept.withLock { $0.marks }
        let found = await reading.run { Self.changes(in: folder, known: known) }
        guard let changes = found ?? nil else { return mistakes }  // Busy, or no folder: what is known stays.
        kept.withLock { kept in
            for name in kept.marks.keys where !changes.names.contains(name) {
                kept.marks[name] = nil
                kept.documents[name] = nil
                kept.mistakes[name] = nil
            }
            for change in changes.read {
                kept.marks[change.name] = change.mark
                kept.mistakes[change.name] = change.diagnostics
                if let document = change.document { kept.documents[change.name] = document }
            }
        }
        return mistakes
    }

    private var mistakes: [Diagnostic] {
        kept.withLock { kept in kept.mistakes.sorted { $0.key < $1.key }.flatMap(\.value) }
    }

    /// The dashboard of that name; nil when there is none.
    func document(_ name: String) -> DashboardDocument? {
        kept.withLock { $0.documents[name] } ?? (name == "overview" ? .overview : nil)
    }

    /// Mistakes of that dashboard's file.
    func mistakes(_ name: String) -> [Diagnostic] { kept.withLock { $0.mistakes[name] ?? [] } }

    var names: [String] { kept.withLock { Set($0.documents.keys).union(["overview"]).sorted() } }

    private struct Change: Sendable {
        let name: String
        let mark: FileMark
        let document: DashboardDocument?
        let diagnostics: [Diagnostic]
    }

    private static func changes(in folder: String, known: [String: FileMark]) -> (names: [String], read: [Change])? {
        // Gone for a moment while it is edited: what is known stays.
        guard let files = try? FolderContent.names(in: folder) else { return nil }
        var names: [String] = []
        var read: [Change] = []
        for file in files where file.hasSuffix(".json5") {
            let name = String(file.dropLast(".json5".count))
            let path = "\(folder)/\(file)"
            guard let mark = FileMark(path: path) else { continue }
            names.append(name)
            guard known[name] != mark else { continue }
            do {
                let bytes = try FileContent.read(path, maxBytes: 262_144)
                let result = DashboardReader.read(bytes, file: file)
                read.append(
                    Change(name: name, mark: mark, document: result.document, diagnostics: result.diagnostics)
                )
            } catch {
                let mistake = Diagnostic(
                    .error,
                    code: DashboardCode.unreadable.rawValue,
                    file: file,
                    start: nil,
                    message: error.message
                )
                read.append(Change(name: name, mark: mark, document: nil, diagnostics: [mistake]))
            }
        }
        return (names, read)
    }
}
