import Documents
import Platform

/// What the dials changed, newest last: the latest in memory, all of them in a file of the data folder that only grows.
final class AdjustmentDiary: Sendable {
    private static let kept = 500

    private let path: String?
    private let log: Log
    private let writing = BlockingPool(threads: 1, name: "torii-diary")
    private let lines: Locked<[JSON]>

    /// Reads the latest lines of the file. Blocking.
    ///
    /// - Parameter folder: Nil keeps them in memory alone.
    init(folder: String?, log: Log) {
        path = folder.map { "\($0)/dial-history.ndjson" }
        self.log = log
        lines = Locked(path.map(Self.latest) ?? [])
    }

    func add(_ new: [JSON]) {
        guard !new.isEmpty else { return }
        lines.withLock { $0 = ($0 + new).suffix(Self.kept) }
        guard let path else { return }
        let bytes = new.flatMap { $0.encoded() + [UInt8(ascii: "\n")] }
        let log = log
        Task {
            await writing.run {
                do throws(PlatformError) {
                    try AppendFile(path, mode: 0o600).append(bytes)
                } catch {
                    log.error("adjustments not kept", [("cause", .text(error.message))])
                }
            }
        }
    }

    /// The latest, oldest first.
    func latest(_ limit: Int) -> [JSON] { lines.withLock { Array($0.suffix(limit)) } }

    /// Waits until what was added is on disk.
    func flush() async { await writing.run {} }

    private static func latest(_ path: String) -> [JSON] {
        // No file, no history.
        guard let bytes = try? FileContent.read(path, maxBytes: 256 << 20) else { return [] }
        // A line cut by a crash is left out.
        return bytes.split(separator: UInt8(ascii: "\n")).suffix(kept).compactMap { line in
            DocumentReader.read(Array(line), file: "history", dialect: .json).root.map(JSON.init)
        }
    }
}
