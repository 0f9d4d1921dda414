package import Platform
package import Policy

/// Policy documents on disk.
package enum PolicyFolder {
    /// Bytes.
    private static let longestDocument = 4 << 20

    /// Every `*.json5` and `*.json` of the folder and of its `contracts/`, in order of path. Throws `cannotRead`
    /// naming the file.
    package static func documents(in folder: String) throws(PlatformError) -> [PolicyDocument] {
        var documents: [PolicyDocument] = []
        for below in ["", "contracts/"] {
            let path = below.isEmpty ? folder : "\(folder)/contracts"
            if !below.isEmpty, !FolderContent.exists(path) { continue }
            for name in try FolderContent.names(in: path) where name.hasSuffix(".json5") || name.hasSuffix(".json") {
                let file = "\(path)/\(name)"
                guard FolderContent.isRegular(file) else {
                    throw PlatformError(.cannotRead, "`\(file)` is not a regular file that can be read")
                }
                let bytes = try FileContent.read(file, maxBytes: longestDocument)
                documents.append(PolicyDocument(path: below + name, bytes: bytes))
            }
        }
        return documents.sorted { $0.path < $1.path }
    }
}
