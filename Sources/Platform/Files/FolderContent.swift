import Foundation

/// What lies in folders.
package enum FolderContent {
    package static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Names in a folder, sorted. Throws `cannotRead` naming it.
    package static func names(in folder: String) throws(PlatformError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw PlatformError(.cannotRead, "`\(folder)` is not a folder that can be read")
        }
    }

    /// The path itself when it is a file, else every file below it, sorted, hidden ones left out. Throws `cannotRead`.
    package static func files(at path: String) throws(PlatformError) -> [String] {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw PlatformError(.cannotRead, "there is nothing at `\(path)`")
        }
        guard isFolder.boolValue else { return [path] }
        var files: [String] = []
        for name in try names(in: path) where !name.hasPrefix(".") { files += try Self.files(at: "\(path)/\(name)") }
        return files
    }
}
