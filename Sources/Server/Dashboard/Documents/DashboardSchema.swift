package import Documents
import Policy

/// The JSON Schema of dashboard documents, written from the table the reader reads by.
package enum DashboardSchema {
    /// Each schema with the name of its file.
    package static var files: [(name: String, schema: JSON)] {
        [
            (
                "dashboard.json",
                PolicySchema.document(DashboardReader.shape, title: "Torii dashboard", file: "dashboard.json")
            )
        ]
    }
}
