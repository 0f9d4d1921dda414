import Foundation

/// A program of the machine, run to its end.
enum ToolProcess {
    /// What it exits with, and its standard output.
    ///
    /// - Parameters:
    ///   - input: Of standard input, from a file.
    ///   - joinsErrors: Whether what it complains of stands among its output.
    static func run(
        _ path: String,
        _ arguments: [String],
        input: String? = nil,
        joinsErrors: Bool = false
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput =
            try input.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) } ?? FileHandle.nullDevice
        process.standardOutput = pipe
        if joinsErrors { process.standardError = pipe } else { process.standardError = FileHandle.nullDevice }
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
