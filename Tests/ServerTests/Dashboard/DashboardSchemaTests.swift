import Documents
import Foundation
import Testing

@testable import Server

/// The schema beside dashboards says what their reader takes.
struct DashboardSchemaTests {
    private static let folder = PolicyDocuments.root + "/dashboards"

    @Test func isWhatIsCommitted() throws {
        for (name, schema) in DashboardSchema.files {
            let committed = try String(contentsOfFile: "\(Self.folder)/schema/\(name)", encoding: .utf8)
            #expect(
                committed == schema.text(pretty: true) + "\n",
                "run `torii dashboard schema --out dashboards/schema`"
            )
        }
    }

    @Test func namesEveryKeyAndEveryKindOfPanel() throws {
        let text = try #require(DashboardSchema.files.first).schema.text()
        let root = try #require(DocumentReader.read(Array(text.utf8), file: "schema", dialect: .json).root)
        let panel = root["properties"]?["panels"]?["items"]
        #expect(root["properties"]?.object?.map(\.key) == DashboardReader.keys)
        #expect(panel?["properties"]?.object?.map(\.key) == DashboardReader.panelKeys)
        #expect(panel?["properties"]?["kind"]?["enum"]?.array?.compactMap(\.string) == Panel.all.map(\.kind))
        #expect(panel?["required"]?.array?.compactMap(\.string) == ["kind"])
    }
}
