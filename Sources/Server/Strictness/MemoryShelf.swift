import Control
import Platform

/// Keeps what dials remember in the data folder, one file each, written whole or not at all.
/// Writing happens on a thread of its own: nobody waits for it.
final class MemoryShelf: Sendable {
    private let folder: String
    private let log: Log
    private let writing = BlockingPool(threads: 1, name: "torii-dials")
    /// The newest memory of each dial that is not on disk yet.
    private let pending = Locked<[DialName: DialMemory]>([:])

    init(folder: String, log: Log) {
        self.folder = folder
        self.log = log
    }

    func path(_ name: DialName) -> String { "\(folder)/dial-\(name.fileStem).state" }

    /// Keeps a memory soon; one that waits already gives way to it.
    func keep(_ memory: DialMemory) {
        let isFirst = pending.withLock { $0.updateValue(memory, forKey: memory.name) == nil }
        guard isFirst else { return }
        let name = memory.name
        Task { await writing.run { [self] in write(name) } }
    }

    /// Waits until everything that was kept is on disk.
    func flush() async {
        let names = pending.withLock { Array($0.keys) }
        await writing.run { [self] in for name in names { write(name) } }
    }

    /// The memory of a dial; nil when there is none. Damaged bytes count as none, and are said so. Blocking.
    func memory(_ name: DialName, settings: ControlSettings) -> DialMemory? {
        let bytes: [UInt8]
        do throws(PlatformError) {
            bytes = try FileContent.read(path(name))
        } catch {
            if error.code != .missing { log.error("dial not read", [("cause", .text(error.message))]) }
            return nil
        }
        let body = Array(bytes.dropFirst(32))
        guard bytes.count > 32, Crypto.sha256(body) == Array(bytes.prefix(32)),
            let memory = DialMemory(body, name: name, settings: settings)
        else {
            log.error("dial damaged: conservative until its certificate leads back", [("file", .text(path(name)))])
            return nil
        }
        return memory
    }

    private func write(_ name: DialName) {
        guard let memory = pending.withLock({ $0.removeValue(forKey: name) }) else { return }
        let body = memory.bytes
        do throws(PlatformError) {
            try FileContent.write(Crypto.sha256(body) + body, to: path(name), mode: 0o600)
        } catch {
            log.error("dial not kept", [("file", .text(path(name))), ("cause", .text(error.message))])
        }
    }
}
