import Foundation
import Glibc

/// A socket without any idea of HTTP, so that tests can send what no client would. Blocking: used inside `offPool`.
final class HTTPRawClient: @unchecked Sendable {
    struct Cut: Error {}

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(descriptor, $0, size) }
        }
        if result != 0 { throw Cut() }
        // No test hangs for ever on a server that does not answer.
        var limit = timeval(tv_sec: 90, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends it all. Throws when the other side is gone.
    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.send(
                    descriptor,
                    buffer.baseAddress?.advanced(by: sent),
                    buffer.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            if count <= 0 { throw Cut() }
            sent += count
        }
    }

    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends the connection with a reset.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Whether there is something to read, or the end, within that time.
    func hasAnswer(withinMilliseconds limit: Int32) -> Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&event, 1, limit) > 0
    }

    /// Some bytes; empty at the end of the connection. Throws on a reset, and after 20 s of silence.
    private func receive() throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
        if count < 0 { throw Cut() }
        return Array(bytes[..<count])
    }

    /// Everything until the server closes.
    func readToEnd() throws -> String {
        while true {
            let bytes = try receive()
            if bytes.isEmpty { break }
            buffer += bytes
        }
        defer { buffer = [] }
        return String(decoding: buffer, as: UTF8.self)
    }

    /// Reads up to and with `marker`.
    func read(until marker: String) throws -> String {
        let wanted = Array(marker.utf8)
        while true {
            if let range = buffer.firstRange(of: wanted) {
                defer { buffer.removeSubrange(..<range.upperBound) }
                return String(decoding: buffer[..<range.upperBound], as: UTF8.self)
            }
            let bytes = try receive()
            if bytes.isEmpty { throw Cut() }
            buffer += bytes
        }
    }

    /// One answer with a Content-Length.
    func readAnswer() throws -> (head: String, body: String) {
        let head = try read(until: "\r\n\r\n")
        let line = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        let length = Int(line?.dropFirst(16) ?? "0") ?? 0
        while buffer.count < length {
            let bytes = try receive()
            if bytes.isEmpty { throw Cut() }
            buffer += bytes
        }
        defer { buffer.removeSubrange(..<length) }
        return (head, String(decoding: buffer[..<length], as: UTF8.self))
    }
}

/// Runs blocking code on a thread of its own: the shared pools have only as many as there are cores.
func offPool<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}

extension String {
    /// The status code of the first answer in the text.
    var status: Int? { split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0) } }

    func count(of part: String) -> Int { ranges(of: part).count }
}
