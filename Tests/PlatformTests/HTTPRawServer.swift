import Glibc

/// A listening socket that answers whatever a test writes by hand. Blocking: used inside `offPool`.
final class HTTPRawServer: Sendable {
    struct Cut: Error {}

    /// The one connection that is served at a time.
    struct Connection {
        fileprivate let descriptor: Int32

        /// Reads one request without body, or with a body that comes with its head.
        @discardableResult
        func readHead() throws -> String {
            var head: [UInt8] = []
            while head.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
                if count <= 0 { throw Cut() }
                head += bytes[..<count]
            }
            return String(decoding: head, as: UTF8.self)
        }

        func send(_ text: String) throws {
            let bytes = Array(text.utf8)
            if unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) != bytes.count { throw Cut() }
        }
    }

    let port: Int
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { socket in
                let bound = unsafe bind(descriptor, socket, size)
                return unsafe bound == 0 ? getsockname(descriptor, socket, &size) : bound
            }
        }
        if result != 0 || listen(descriptor, 16) != 0 { throw Cut() }
        port = Int(in_port_t(bigEndian: address.sin_port))
    }

    /// On a Unix socket, whose file stays behind.
    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        port = 0
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let descriptor = descriptor
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, size) }
        }
        if result != 0 || listen(descriptor, 16) != 0 { throw Cut() }
    }

    deinit { close(descriptor) }

    /// Accepts one connection, serves it, and closes it.
    func serve(_ body: (Connection) throws -> Void) throws {
        let accepted = accept(descriptor, nil, nil)
        if accepted < 0 { throw Cut() }
        defer { close(accepted) }
        try body(Connection(descriptor: accepted))
    }

    /// Wakes a waiting `serve`; nobody can connect any more.
    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
