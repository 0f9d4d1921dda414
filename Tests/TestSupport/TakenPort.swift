import Glibc

/// A TCP port of this machine on which nobody listens, and nobody else can until it is freed: connections are refused. A port
/// that was free a moment ago may be another test's by now.
package final class TakenPort: Sendable {
    package let number: Int
    private let socket: Int32

    package init() throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(socket, pointer, length) == 0 && getsockname(socket, pointer, &length) == 0
            }
        }
        guard socket >= 0, isBound else { throw Failure(errno: errno) }
        number = Int(UInt16(bigEndian: address.sin_port))
    }

    /// Lets others have it. To be called at the end, so that it is taken until then.
    package func free() { close(socket) }

    package struct Failure: Error { package let errno: Int32 }
}
