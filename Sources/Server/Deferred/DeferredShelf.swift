package import Ledger
package import Platform

/// Where pictures wait that are to be sent together: files of the data folder that its owner alone may read, each there
/// before the ledger has its row and gone once its decision is resolved. A file is found by its decision, in the folder as it
/// is named today: a data folder may be moved, copied, or spelled otherwise.
package struct DeferredShelf: Sendable {
    private let folder: String
    /// A slow disk holds up deferred pictures alone.
    private let files = BlockingPool(threads: 1, name: "torii-deferred")

    /// Removes the files that a crash left: of decisions that do not wait, and half written ones. What is none of ours stays.
    /// Blocking.
    ///
    /// - Parameter waiting: Everything the ledger has deferred.
    package init(data: String, waiting: [DeferredSend]) throws(PlatformError) {
        folder = "\(data)/deferred"
        try FolderContent.make(folder)
        let kept = Set(waiting.map(\.decisionID))
        for name in try FolderContent.names(in: folder) {
            guard let file = Self.file(name), !file.isWhole || !kept.contains(file.decisionID) else { continue }
            FileContent.remove("\(folder)/\(name)")
        }
    }

    private static func name(_ decisionID: String) -> String { "\(decisionID).jpg" }

    /// Whose picture a file of ours is, and whether it was written to its end; nil for any other.
    private static func file(_ name: String) -> (decisionID: String, isWhole: Bool)? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let isWhole = parts.count == 2 && parts[1] == "jpg"
        // As `FileContent.write` names what is not whole yet.
        let isCut = parts.count == 5 && parts[0].isEmpty && parts[2] == "jpg" && parts[4] == "tmp"
        guard isWhole || isCut else { return nil }
        let decisionID = String(parts[isWhole ? 0 : 1])
        return DecisionIDs.moment(of: decisionID) == nil ? nil : (decisionID, isWhole)
    }

    private func path(_ decisionID: String) -> String { "\(folder)/\(Self.name(decisionID))" }

    /// Lays a picture down; its name in this folder once it is on disk.
    func put(_ jpeg: [UInt8], decisionID: String) async throws(PlatformError) -> String {
        let path = path(decisionID)
        let result = await files.run {
            Result { () throws(PlatformError) in try FileContent.write(jpeg, to: path, mode: 0o600) }
        }
        try result.get()
        return Self.name(decisionID)
    }

    /// A picture that waits. Throws `missing` or `cannotRead`.
    func picture(_ decisionID: String) async throws(PlatformError) -> [UInt8] {
        let path = path(decisionID)
        return try await files.run { Result { () throws(PlatformError) in try FileContent.read(path) } }.get()
    }

    func remove(_ decisionID: String) async {
        let path = path(decisionID)
        await files.run { FileContent.remove(path) }
    }
}
