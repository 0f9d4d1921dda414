import Economics
import Platform

/// Small pictures of audits, for whoever judges them a second time: of profiles that keep thumbnails alone, in files of the
/// data folder that its owner alone may read, gone after 30 days.
package struct ThumbnailShelf: Sendable {
    /// Pixels of the longer side, at most.
    static let side = 256
    private static let days: Int64 = 30

    private let folder: String
    private let files = BlockingPool(threads: 1, name: "torii-thumbnails")

    package init(data: String) { folder = "\(data)/thumbnails" }

    /// Nil for text that is no decision's id: it may come from anywhere.
    private func file(_ decisionID: String) -> String? {
        DecisionIDs.moment(of: decisionID) == nil ? nil : "\(folder)/\(decisionID).jpg"
    }

    func put(_ jpeg: [UInt8], decisionID: String) async throws(PlatformError) {
        guard let path = file(decisionID) else { return }
        let folder = folder
        let result = await files.run {
            Result { () throws(PlatformError) in
                try FolderContent.make(folder)
                try FileContent.write(jpeg, to: path, mode: 0o600)
            }
        }
        try result.get()
    }

    /// Where a decision's thumbnail lies; nil: nowhere.
    package func path(of decisionID: String) async -> String? {
        guard let path = file(decisionID) else { return nil }
        return await files.run { FolderContent.exists(path) ? path : nil }
    }

    func bytes(of decisionID: String) async -> [UInt8]? {
        guard let path = file(decisionID) else { return nil }
        // One that cannot be read is as good as none.
        return await files.run { try? FileContent.read(path, maxBytes: 1 << 20) }
    }

    /// Removes what is older than 30 days.
    func removeOld(at now: Timestamp) async {
        let folder = folder
        let before = now.advanced(bySeconds: -Self.days * 86_400)
        await files.run {
            // No folder, no thumbnails.
            for name in (try? FolderContent.names(in: folder)) ?? [] where name.hasSuffix(".jpg") {
                guard let moment = DecisionIDs.moment(of: String(name.dropLast(4))), moment < before else { continue }
                FileContent.remove("\(folder)/\(name)")
            }
        }
    }
}
