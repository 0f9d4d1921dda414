import Glibc
import Synchronization

/// The terminal while a full-screen view has it: alternate screen, no cursor, no wrapping, keys one by one and unseen.
///
/// It is given back however the process ends, but for SIGKILL: by `leave`, by `exit`, and by what a crash raises. One a
/// process.
package enum TerminalSession {
    private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    private static let leaving = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Takes the terminal and draws, in one write. Signals that crash are watched from now on.
    package static func take(drawing frame: [UInt8]) {
        terminalGiver.watchCrashes()
        terminalGiver.rememberModes()
        terminalGiver.isTaken.store(true, ordering: .releasing)
        takeKeys()
        write(Array(entering.utf8) + frame)
    }

    /// Keys one by one again, after somebody else had a terminal that was not given back.
    package static func takeKeys() {
        guard terminalGiver.isTaken.load(ordering: .acquiring), var modes = terminalGiver.modes else { return }
        modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
        _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &modes)
    }

    /// Gives it back, and writes below what was there before.
    package static func leave(writing text: String = "") {
        guard terminalGiver.giveModes() else { return }
        write(Array((leaving + text).utf8))
    }

    /// Gives it back and stops this process as Ctrl-Z does: soon, perhaps not before this returns. Who goes on after
    /// SIGCONT takes it again.
    package static func suspend() {
        leave()
        kill(getpid(), SIGSTOP)
    }

    /// All of it, unless the terminal is gone. May wait for a terminal that is held up.
    package static func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if written < 0, errno != EINTR { return }
            rest = rest.dropFirst(max(0, written))
        }
    }

    /// What a signal handler and `exit` do. Nothing in it allocates.
    fileprivate static func giveBack() {
        guard terminalGiver.giveModes() else { return }
        unsafe _ = Glibc.write(STDOUT_FILENO, terminalGiver.bytes, terminalGiver.count)
    }

    /// Before an end that no destructor sees.
    package static func abandon() { giveBack() }

    fileprivate static var leavingBytes: [UInt8] { Array(leaving.utf8) }
}

private let terminalGiver = TerminalGiver()

/// What must be at hand when a signal comes.
@safe private final class TerminalGiver: @unchecked Sendable {
    // SAFETY: `modes`, `previous` and `isWatching` are written while `isTaken` is false, by the one task that takes and
    // leaves the terminal, and only read while it is true; `bytes` is never written again.
    let isTaken = Atomic(false)
    /// Of the terminal before it was taken; nil where keys do not come from one.
    var modes: termios?
    let bytes: UnsafeMutablePointer<UInt8>
    let count: Int
    /// What was done at each crash signal before.
    private let previous: UnsafeMutablePointer<sigaction>
    private var isWatching = false
    private static let crashes = [SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE]

    init() {
        let leaving = TerminalSession.leavingBytes
        count = leaving.count
        unsafe bytes = .allocate(capacity: count)
        for (index, byte) in leaving.enumerated() { unsafe bytes[index] = byte }
        unsafe previous = .allocate(capacity: 65)
        unsafe previous.initialize(repeating: sigaction(), count: 65)
    }

    func rememberModes() {
        var found = termios()
        modes = unsafe tcgetattr(STDIN_FILENO, &found) == 0 ? found : nil
    }

    /// Whether it was taken until now.
    func giveModes() -> Bool {
        guard isTaken.exchange(false, ordering: .acquiringAndReleasing) else { return false }
        if var modes { unsafe _ = tcsetattr(STDIN_FILENO, TCSANOW, &modes) }
        return true
    }

    func watchCrashes() {
        guard !isWatching else { return }
        isWatching = true
        for number in Self.crashes {
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = crashed
            unsafe _ = sigaction(number, &action, previous + Int(number))
        }
        atexit { TerminalSession.abandon() }
    }

    /// Puts in place what was done before, which the same signal then finds.
    func endWatching(_ number: Int32) { unsafe _ = sigaction(number, previous + Int(number), nil) }
}

private let crashed: @convention(c) (Int32) -> Void = { number in
    TerminalSession.abandon()
    terminalGiver.endWatching(number)
    raise(number)
}
