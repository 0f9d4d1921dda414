import Glibc

/// A server whose queue of connections is full: whoever connects hears nothing.
final class HTTPDeafServer: Sendable {
    private let server: HTTPRawServer
    private let waiting: [Int32]

    var port: Int { server.port }

    init() throws {
        server = try HTTPRawServer()
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = in_port_t(server.port).bigEndian
        // More than the queue takes.
        waiting = (0..<40).map { _ in
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
            unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { socket in
                    _ = unsafe connect(descriptor, socket, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            return descriptor
        }
    }

    deinit { for descriptor in waiting { close(descriptor) } }
}
