import Documents
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Server

/// Dashboards as documents: what is good, what is refused, and what an edit does.
struct DashboardDocumentTests {
    private static let shipped = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "dashboards").path

    @Test func readsWhatIsShipped() async throws {
        let shelf = DashboardShelf(folder: Self.shipped)
        #expect(await shelf.refresh() == [])
        #expect(shelf.names == ["clients", "controller", "economics", "gate", "overview", "upstream"])
        let overview = try #require(shelf.document("overview"))
        #expect(overview.title == "Overview")
        #expect(overview.entries.map(\.panel.kind) == DashboardDocument.overview.entries.map(\.panel.kind))
    }

    @Test(arguments: [
        ("[]", "dashboard.type", "a dashboard must be an object"),
        ("{}", "dashboard.missing", "panels must list 1...50 panels"),
        ("{ panels: [] }", "dashboard.missing", "panels must list 1...50 panels"),
        ("{ panels: [\"today\"] }", "dashboard.type", "panels[0] must be an object such as { kind: \"today\" }"),
        (
            "{ panels: [{ kind: \"tody\" }] }", "dashboard.kind",
            "panels[0].kind must be one of today, losses, month, rejections, outcomes, savings, upstream, tokens, speed, controller, clients, events, recent, found `tody`"
        ),
        ("{ panels: [{ kind: \"today\", warnAt: 1.2 }] }", "dashboard.range", "panels[0].warnAt must be a share 0...1"),
        (
            "{ panels: [{ kind: \"recent\", rows: 0 }] }", "dashboard.range",
            "panels[0].rows must be a whole number 1...50"
        ),
        ("{ panels: [{ kind: \"today\", row: 3 }] }", "dashboard.unknown-key", "unknown key `row`"),
        ("{ titel: \"x\", panels: [{ kind: \"today\" }] }", "dashboard.unknown-key", "unknown key `titel`"),
        ("{ title: 3, panels: [{ kind: \"today\" }] }", "dashboard.type", "title must be text of 1...80 characters"),
    ])
    func namesEveryMistake(text: String, code: String, message: String) {
        let (document, diagnostics) = DashboardReader.read(Array(text.utf8), file: "x.json5")
        #expect(document == nil)
        #expect(diagnostics.map(\.code) == [code])
        #expect(diagnostics.map(\.message) == [message])
    }

    @Test func suggestsWhatWasMeant() {
        let text = "{ panls: [], panels: [{ kind: \"recnt\" }] }"
        let hints = DashboardReader.read(Array(text.utf8), file: "x.json5").diagnostics.map(\.hint)
        #expect(hints == ["did you mean `panels`?", "did you mean `recent`?"])
    }

    /// An edit shows with the next look; one with mistakes leaves the last good document in place.
    @Test func showsEditsAndKeepsTheLastGoodDocument() async throws {
        let folder = try TemporaryFolder()
        func write(_ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("mine.json5")))
        }
        try write("{ panels: [{ kind: \"today\" }] }")
        let shelf = DashboardShelf(folder: folder.path)
        await shelf.refresh()
        #expect(shelf.document("mine")?.entries.map(\.panel.kind) == ["today"])
        try write("{ panels: [{ kind: \"month\" }, { kind: \"speed\" }] }")
        await shelf.refresh()
        #expect(shelf.document("mine")?.entries.map(\.panel.kind) == ["month", "speed"])
        try write("{ panels: [{ kind: \"moth\" }] }")
        let mistakes = await shelf.refresh()
        #expect(mistakes.map(\.code) == ["dashboard.kind"])
        #expect(shelf.mistakes("mine").count == 1)
        #expect(shelf.document("mine")?.entries.map(\.panel.kind) == ["month", "speed"])
        try FileManager.default.removeItem(atPath: folder.file("mine.json5"))
        await shelf.refresh()
        #expect(shelf.document("mine") == nil)
        #expect(shelf.names == ["overview"])
    }

    @Test(.timeLimit(.minutes(1))) func waitsForNoPipeAmongDocuments() async throws {
        let folder = try TemporaryFolder()
        #expect(unsafe mkfifo(folder.file("mine.json5"), 0o600) == 0)
        let mistakes = await DashboardShelf(folder: folder.path).refresh()
        #expect(mistakes.map(\.code) == ["dashboard.unreadable"])
        #expect(mistakes.map(\.message) == ["cannot read `\(folder.file("mine.json5"))`: it is a pipe, no file"])
    }
}
