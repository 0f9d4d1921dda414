import Foundation

/// A program of the machine, run to its end.
enum ToolProcess {
    /// What it exits with, and what it wrote: both streams in one, as they came.
    ///
    /// - Parameter input: Of standard input, from a file.
    static func run(
        _ path: String,
        _ arguments: [String],
        input: String? = nil
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput =
            try input.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) } ?? FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
