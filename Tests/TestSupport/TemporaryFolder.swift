import Foundation

/// An empty folder of its own, deleted with everything in it when its owner goes.
package final class TemporaryFolder: Sendable {
    /// Absolute, without a slash at the end.
    package let path: String

    package init() throws {
        let base = FileManager.default.temporaryDirectory
        let folder = base.appendingPathComponent("torii-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit {
        // What stays behind is in the system's folder for temporary files.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in it.
    package func file(_ name: String) -> String { "\(path)/\(name)" }
}
