import Foundation
import Platform
import Synchronization

/// The built `torii` as a child process, so that tests can do to it what the world does: signals, `kill -9`, restarts.
final class ToriiProcess: Sendable {
    private let process: OwnedProcess
    private let lines: AsyncStream<String>
    private let output = Locked("")

    /// The binary beside the test bundle: built by the same `swift build`.
    static var binary: String {
        let bundle = CommandLine.arguments[0]
        let folder = bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        for ancestor in [folder, folder.dropLast(), folder.dropLast(2), folder.dropLast(3)] {
            let candidate = ancestor.joined(separator: "/") + "/torii"
            if FileManager.default.isExecutableFile(atPath: candidate), !isFolder(candidate) { return candidate }
        }
        return "torii"
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        let pipe = Pipe()
        let output = output
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.binary)
        process.arguments = arguments
        var variables = ProcessInfo.processInfo.environment
        variables["GEMINI_API_KEY"] = nil
        variables.merge(environment) { _, new in new }
        process.environment = variables
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        self.process = OwnedProcess(process)
        let rest = Locked("")
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            guard !data.isEmpty else {
                handle.readabilityHandler = nil
                continuation.finish()
                return
            }
            let text = String(decoding: data, as: UTF8.self)
            output.withLock { $0 += text }
            let whole = rest.withLock { rest in
                rest += text
                var parts = rest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                rest = parts.removeLast()
                return parts
            }
            for line in whole { continuation.yield(line) }
        }
        try process.run()
    }

    var text: String { output.withLock { $0 } }

    /// The first line that contains `word`; nil when the process ends before it prints one. Once a process.
    func line(containing word: String) async -> String? {
        for await line in lines where line.contains(word) { return line }
        return nil
    }

    /// Asks it to read its files again.
    func hangUp() { process.send(SIGHUP) }

    func kill() { _ = process.end(SIGKILL) }

    /// Asks it to end in order; returns what it exited with.
    func terminate() -> Int32 { process.end(SIGTERM) }

    /// Runs a command to its end.
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: binary)
        process.arguments = arguments
        var variables = ProcessInfo.processInfo.environment
        variables["GEMINI_API_KEY"] = nil
        variables.merge(environment) { _, new in new }
        process.environment = variables
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}

/// A process of ours behind a lock: `Process` itself may not cross tasks.
final class OwnedProcess: @unchecked Sendable {
    // SAFETY: every use of `process` after `init` holds `lock`.
    private let lock = NSLock()
    private let process: Process

    init(_ process: Process) { self.process = process }

    var isRunning: Bool { lock.withLock { process.isRunning } }

    func send(_ signal: Int32) {
        lock.withLock { if process.isRunning { Foundation.kill(process.processIdentifier, signal) } }
    }

    /// Sends a signal and waits for the end.
    func end(_ signal: Int32) -> Int32 {
        lock.withLock {
            if process.isRunning { Foundation.kill(process.processIdentifier, signal) }
            process.waitUntilExit()
            return process.terminationStatus
        }
    }
}
