internal import Glibc

/// Standard input, output and error.
package enum StandardStreams {
    /// Leads those that are closed to `/dev/null`, so that no file or socket opened later takes their number and is
    /// written to as if it were a terminal. At the start of a process, before anything is opened.
    ///
    /// - Returns: Whether standard output was open.
    package static func reopenClosed() -> Bool {
        let hadOutput = fcntl(STDOUT_FILENO, F_GETFD) != -1
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is the closed one: those below it are open by now.
            _ = unsafe open("/dev/null", O_RDWR)
        }
        return hadOutput
    }
}
