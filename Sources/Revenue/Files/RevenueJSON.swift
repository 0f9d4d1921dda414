package import Documents

/// A JSON report as it was read.
package struct RevenueJSON: Sendable {
    package let root: DocumentNode
    package let name: String

    /// Of a year of a network's report by day, app, country and format, and more.
    private static let mostValues = 5_000_000

    /// Throws `syntax` with the first mistake and its line.
    package init(_ bytes: [UInt8], name: String) throws(RevenueError) {
        let read = DocumentReader.read(bytes, file: name, dialect: .json, maxValues: Self.mostValues)
        guard let root = read.root, !read.diagnostics.contains(where: { $0.severity == .error }) else {
            let first = read.diagnostics.first
            let place = first?.start.map { ":\($0.line)" } ?? ""
            throw RevenueError(.syntax, "\(name)\(place): \(first?.message ?? "no JSON")")
        }
        self.init(root: root, name: name)
    }

    package init(root: DocumentNode, name: String) {
        self.root = root
        self.name = name
    }
}
