internal import CLinux
internal import Glibc

/// A thread that is joined once.
struct HTTPThread: Sendable {
    private let thread: pthread_t

    private final class Start {
        let body: @Sendable () -> Void

        init(body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// `name`: at most 15 bytes. SIGPIPE is blocked on the thread: OpenSSL writes to sockets without MSG_NOSIGNAL.
    init(name: String, body: @escaping @Sendable () -> Void) throws(PlatformError) {
        let start = unsafe Unmanaged.passRetained(Start(body: body))
        var thread = pthread_t()
        let result = unsafe pthread_create(&thread, nil, httpThreadMain, start.toOpaque())
        guard result == 0 else {
            unsafe start.release()
            throw PlatformError(
                .libraryFailed,
                "a thread cannot be started: \(unsafe String(cString: strerror(result)))"
            )
        }
        unsafe torii_name_thread(thread, name)
        self.thread = thread
    }

    fileprivate static func run(_ argument: UnsafeMutableRawPointer) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
    }

    var isCurrent: Bool { pthread_equal(pthread_self(), thread) != 0 }

    func join() { pthread_join(thread, nil) }

    func detach() { pthread_detach(thread) }
}

private func httpThreadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument = unsafe argument { unsafe HTTPThread.run(argument) }
    return nil
}
