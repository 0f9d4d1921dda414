internal import CLinux
internal import Glibc

/// A listening socket and, for a Unix socket, its file.
struct HTTPListener: Sendable {
    let descriptor: Int32
    /// 0 on a Unix socket.
    let port: Int
    private let path: String?
    private let file: FileIdentity?

    /// Tells our socket file from one that took its place.
    private struct FileIdentity: Sendable, Equatable {
        let device: UInt64
        let inode: UInt64

        init?(path: String) {
            var information = stat()
            guard unsafe lstat(path, &information) == 0 else { return nil }
            device = UInt64(information.st_dev)
            inode = UInt64(information.st_ino)
        }
    }

    init(_ address: HTTPServer.Configuration.Address) throws(PlatformError) {
        switch address {
        case .tcp(let host, let port):
            descriptor = try Self.listen(host: host, port: port)
            self.port = Int(torii_bound_port(descriptor))
            path = nil
            file = nil
        case .unix(let path):
            descriptor = try Self.listen(path: path)
            port = 0
            self.path = path
            file = FileIdentity(path: path)
        }
    }

    /// Closes the socket and removes its file, unless another socket stands there by now.
    func close() {
        if let path, let file, FileIdentity(path: path) == file { unsafe unlink(path) }
        Glibc.close(descriptor)
    }

    private static func listen(host: String, port: Int) throws(PlatformError) -> Int32 {
        guard (0...65_535).contains(port) else { throw PlatformError(.cannotListen, "port `\(port)` does not exist") }
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let result = unsafe getaddrinfo(host.isEmpty ? nil : host, String(port), &hints, &list)
        defer { if let list = unsafe list { unsafe freeaddrinfo(list) } }
        guard result == 0, let first = unsafe list else {
            let cause = unsafe gai_strerror(result).map { unsafe String(cString: $0) } ?? "unknown"
            throw PlatformError(.cannotListen, "address `\(host)` cannot be found: \(cause)")
        }
        let family = unsafe first.pointee.ai_family
        let descriptor = torii_stream_socket(family)
        guard descriptor >= 0 else { throw failure("a socket cannot be made", -descriptor) }
        torii_prepare_listener(descriptor, family)
        var code: Int32 = 0
        if unsafe bind(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) != 0 { code = errno }
        if code == 0, Glibc.listen(descriptor, 4096) != 0 { code = errno }
        guard code == 0 else {
            Glibc.close(descriptor)
            if code == EADDRINUSE {
                throw PlatformError(.addressInUse, "port `\(port)` is taken: another program listens on it")
            }
            throw failure("port `\(port)` on `\(host)` cannot be opened", code)
        }
        return descriptor
    }

    private static func listen(path: String) throws(PlatformError) -> Int32 {
        let descriptor = torii_stream_socket(AF_UNIX)
        guard descriptor >= 0 else { throw failure("a socket cannot be made", -descriptor) }
        var code: Int32 = 0
        do {
            try removeStale(path)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        // Nobody can connect before `listen`, so the mode is right from the start.
        code = -(unsafe torii_bind_unix(descriptor, path))
        if code == 0, unsafe chmod(path, 0o600) != 0 { code = errno }
        if code == 0, Glibc.listen(descriptor, 4096) != 0 { code = errno }
        guard code == 0 else {
            Glibc.close(descriptor)
            if code == EADDRINUSE {
                throw PlatformError(.addressInUse, "socket `\(path)` is taken: another program listens on it")
            }
            throw failure("socket `\(path)` cannot be opened", code)
        }
        return descriptor
    }

    /// Removes a socket file that nobody listens on any more, and nothing else.
    private static func removeStale(_ path: String) throws(PlatformError) {
        var information = stat()
        guard unsafe lstat(path, &information) == 0 else { return }
        guard information.st_mode & S_IFMT == S_IFSOCK else {
            throw PlatformError(
                .cannotListen,
                "socket `\(path)` cannot be opened: a file that is no socket stands there"
            )
        }
        let probe = torii_stream_socket(AF_UNIX)
        guard probe >= 0 else { throw failure("a socket cannot be made", -probe) }
        defer { Glibc.close(probe) }
        guard unsafe torii_connect_unix(probe, path) == -ECONNREFUSED else {
            throw PlatformError(.addressInUse, "socket `\(path)` is taken: another program listens on it")
        }
        unsafe unlink(path)
    }

    private static func failure(_ what: String, _ code: Int32) -> PlatformError {
        PlatformError(.cannotListen, "\(what): \(unsafe String(cString: strerror(code)))")
    }
}
