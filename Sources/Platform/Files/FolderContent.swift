import Foundation

/// What lies in folders.
package enum FolderContent {
    package static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Makes a folder, and those above it, where it is not there yet. Throws `cannotWrite` naming it.
    package static func make(_ path: String) throws(PlatformError) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw PlatformError(.cannotWrite, "cannot make the folder `\(path)`: \(error.localizedDescription)")
        }
    }

    /// Names in a folder, sorted. Throws `cannotRead` naming it.
    package static func names(in folder: String) throws(PlatformError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw PlatformError(.cannotRead, "`\(folder)` is not a folder that can be read")
        }
    }

    /// Whether reading it comes to an end by itself: a file or a link to one, no pipe, socket or device.
    package static func isRegular(_ path: String) -> Bool {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    }

    /// The path itself when it is no folder, else every regular file below it, sorted, hidden ones left out. Throws
    /// `cannotRead`.
    package static func files(at path: String) throws(PlatformError) -> [String] {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw PlatformError(.cannotRead, "there is nothing at `\(path)`")
        }
        guard isFolder.boolValue else { return [path] }
        var files: [String] = []
        for name in try names(in: path) where !name.hasPrefix(".") {
            let below = "\(path)/\(name)"
            // A pipe would be waited for without end.
            if isFolderOrRegular(below) { files += try Self.files(at: below) }
        }
        return files
    }

    private static func isFolderOrRegular(_ path: String) -> Bool {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else { return true }  // Said by whoever reads it.
        return facts.st_mode & S_IFMT == S_IFREG || facts.st_mode & S_IFMT == S_IFDIR
    }
}
