package import Ledger
package import Platform

/// Where pictures wait that are to be sent together: files of the data folder that its owner alone may read, each there
/// before the ledger has its row and gone once its decision is resolved.
package struct DeferredShelf: Sendable {
    private let folder: String
    /// A slow disk holds up deferred pictures alone.
    private let files = BlockingPool(threads: 1, name: "torii-deferred")

    /// Removes the files that a crash left without a row. Blocking.
    ///
    /// - Parameter waiting: Everything the ledger has deferred.
    package init(data: String, waiting: [DeferredSend]) throws(PlatformError) {
        folder = "\(data)/deferred"
        try FolderContent.make(folder)
        let kept = Set(waiting.map(\.item.path))
        for name in try FolderContent.names(in: folder) {
            let path = "\(folder)/\(name)"
            if !kept.contains(path) { FileContent.remove(path) }
        }
    }

    private func path(_ decisionID: String) -> String { "\(folder)/\(decisionID).jpg" }

    /// Lays a picture down; its path once it is on disk.
    func put(_ jpeg: [UInt8], decisionID: String) async throws(PlatformError) -> String {
        let path = path(decisionID)
        let result = await files.run {
            Result { () throws(PlatformError) in try FileContent.write(jpeg, to: path, mode: 0o600) }
        }
        try result.get()
        return path
    }

    func remove(_ decisionID: String) async {
        let path = path(decisionID)
        await files.run { FileContent.remove(path) }
    }
}
