import Dispatch
import Foundation
import Gate
import Platform

// The main thread waits for the command instead of running it: an asynchronous `main` parks this thread in a
// `sigsuspend` that lets every signal through, past the one listener that `serve` has for them.
let hasOutput = StandardStreams.reopenClosed()
if Scorer.needsAVX2, !Processor.hasAVX2 {
    let why = "this build needs a processor with AVX2; for others build with TORII_PORTABLE=1 in the environment\n"
    FileHandle.standardError.write(Data("torii: \(why)".utf8))
    exit(ExitCode.failed.rawValue)
}
Heap.keepFreedPictures()
let arguments = Array(CommandLine.arguments.dropFirst())
let signals = Tool.signals(for: arguments)
let result = Locked(ExitCode.failed)
let finished = DispatchSemaphore(value: 0)
Task.detached {
    let code = await Tool.run(arguments, signals: signals, hasOutput: hasOutput)
    result.withLock { $0 = code }
    finished.signal()
}
finished.wait()
exit(result.withLock { $0 }.rawValue)
