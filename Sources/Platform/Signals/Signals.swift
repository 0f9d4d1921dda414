import Glibc

/// SIGTERM, SIGINT and SIGHUP as a stream, and of a terminal its changes of size and job control. They are taken by one
/// thread that waits for them, so no code of ours ever runs inside a signal handler. SIGPIPE is ignored: a write to a
/// closed connection is an error, not the end.
///
/// Make it first thing in `main`: threads that exist already do not have the signals blocked and could still be
/// ended by them.
package final class Signals: Sendable {
    package enum Event: String, Sendable, Hashable {
        case terminate, interrupt, reload
        /// The window has another size; Ctrl-Z; the process goes on after it was stopped.
        case resize, suspend, resume
    }

    /// Every signal in the order it came. One reader. Ends after `stop()`.
    package let events: AsyncStream<Event>

    private let thread: OwnThread
    private let isStopped: Locked<Bool>

    /// Blocks the signals in the calling thread and starts to listen.
    ///
    /// - Parameters:
    ///   - ofTerminal: Whether those of a full-screen view are taken too, and SIGQUIT as an end.
    ///   - exit: Called at the second SIGINT, at once, on the listening thread: somebody presses Ctrl-C again because
    ///     the orderly end takes too long. The process ends with 130.
    package init(ofTerminal: Bool = false, exit: @escaping @Sendable () -> Void = { _exit(130) }) {
        signal(SIGPIPE, SIG_IGN)
        let numbers = [SIGTERM, SIGINT, SIGHUP] + (ofTerminal ? [SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT] : [])
        var blocked = sigset_t()
        unsafe sigemptyset(&blocked)
        for number in numbers { unsafe sigaddset(&blocked, number) }
        unsafe _ = pthread_sigmask(SIG_BLOCK, &blocked, nil)

        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let stopped = Locked(false)
        self.events = events
        isStopped = stopped
        thread = OwnThread(name: "torii-signals") {
            var awaited = sigset_t()
            unsafe sigemptyset(&awaited)
            for number in numbers { unsafe sigaddset(&awaited, number) }
            var interrupts = 0
            while true {
                var number: Int32 = 0
                guard unsafe sigwait(&awaited, &number) == 0 else { continue }
                if stopped.withLock({ $0 }) { break }
                if number == SIGINT {
                    interrupts += 1
                    if interrupts == 2 { exit() }
                }
                if let event = Signals.event(number) { continuation.yield(event) }
            }
            continuation.finish()
        }
    }

    /// Ends the listening thread and the stream. The signals stay blocked.
    package func stop() {
        let first = isStopped.withLock { stopped in
            defer { stopped = true }
            return !stopped
        }
        guard first else { return }
        thread.send(SIGHUP)
        thread.join()
    }

    /// Hands a signal to the listening thread as the system would.
    func deliver(_ event: Event) {
        switch event {
        case .terminate: thread.send(SIGTERM)
        case .interrupt: thread.send(SIGINT)
        case .reload: thread.send(SIGHUP)
        case .resize: thread.send(SIGWINCH)
        case .suspend: thread.send(SIGTSTP)
        case .resume: thread.send(SIGCONT)
        }
    }

    private static func event(_ number: Int32) -> Event? {
        switch number {
        case SIGTERM, SIGQUIT: .terminate
        case SIGWINCH: .resize
        case SIGTSTP: .suspend
        case SIGCONT: .resume
        case SIGINT: .interrupt
        case SIGHUP: .reload
        default: nil
        }
    }
}
