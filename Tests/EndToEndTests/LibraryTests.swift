import Foundation
import Testing

/// What the built binary is linked with.
struct LibraryTests {
    /// Two of them in one process remove each other's logs: the file's locks are the process's.
    @Test(.timeLimit(.minutes(1)))
    func hasOneSQLite() throws {
        let linked = try ToolProcess.run("/usr/bin/ldd", [ToriiProcess.binary])
        try #require(linked.status == 0)
        let libraries = linked.output.split(separator: "\n").filter { $0.contains("sqlite") }
        #expect(libraries.count == 1)
        // Words of an error that the library alone has: a copy of it in the binary itself would have them.
        let binary = try Data(contentsOf: URL(fileURLWithPath: ToriiProcess.binary), options: .alwaysMapped)
        #expect(binary.range(of: Data("database disk image is malformed".utf8)) == nil)
    }
}
