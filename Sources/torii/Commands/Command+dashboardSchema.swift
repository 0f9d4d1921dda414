import Server

extension Command {
    static let dashboardSchema = Command(
        words: ["dashboard", "schema"],
        group: .run,
        summary: "write the JSON Schema of dashboard documents, for editors",
        options: [.schemaFolder, .checkSchemas],
        examples: [("torii dashboard schema --out dashboards/schema", "dashboard.json")]
    ) { invocation throws(Stop) in try writeSchemas(DashboardSchema.files, invocation) }
}
