import Glibc
import Platform

/// What is typed, as it comes, read by a thread that does nothing else: nobody waits for a key, and no key for anybody.
package final class TerminalKeys: Sendable {
    /// Bytes of one or more keys; ends with the terminal.
    package let bytes: AsyncStream<[UInt8]>

    /// Starts to read standard input. The thread ends with it, or with the process.
    package init() {
        let (bytes, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        self.bytes = bytes
        let thread = OwnThread(name: "torii-keys") {
            var buffer = [UInt8](repeating: 0, count: 256)
            while true {
                let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(STDIN_FILENO, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                continuation.yield(Array(buffer[..<count]))
            }
            continuation.finish()
        }
        thread.detach()
    }
}
