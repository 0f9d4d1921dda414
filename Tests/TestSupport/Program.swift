import Glibc

/// A program of this machine, run to its end. Without Foundation, whose `Process` damages memory while another test holds a
/// thousand sockets. Blocking.
package enum Program {
    package struct Failure: Error {
        package let message: String
    }

    /// What it exits with (128 and more: a signal ended it), and what it wrote to standard output.
    ///
    /// - Parameter folder: Where it runs; nil: here.
    package static func run(
        _ path: String,
        _ arguments: [String],
        in folder: String? = nil
    ) throws -> (status: Int32, output: String) {
        var ends: [Int32] = [0, 0]
        guard unsafe ends.withUnsafeMutableBufferPointer({ unsafe pipe($0.baseAddress) }) == 0 else {
            throw Failure(message: "no pipe: error \(errno)")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let child: pid_t
        do {
            defer { close(ends[1]) }
            // By way of a shell where it runs elsewhere: Glibc's overlay does not show posix_spawn's change of folder.
            let moving = folder.map { ["-c", "cd \"$0\" && exec \"$@\"", $0, path] } ?? []
            child = try spawn(folder == nil ? path : "/bin/sh", moving + arguments, output: ends[1])
        }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(ends[0], $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            output += buffer[..<count]
        }
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return (signal == 0 ? status >> 8 & 0xff : 128 + signal, String(decoding: output, as: UTF8.self))
    }

    private static func spawn(_ path: String, _ arguments: [String], output: Int32) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) }
        unsafe words.append(nil)
        defer { unsafe words.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let result = unsafe posix_spawn(&child, path, &actions, nil, &words, environ)
        guard result == 0 else { throw Failure(message: "`\(path)` does not start: error \(result)") }
        return child
    }
}
