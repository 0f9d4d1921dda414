/// Why the emulator does not start.
package struct EmulatorError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable { case invalidScript, cannotListen, cannotWrite, missingZone, invalidRecord }

    package let code: Code
    /// Of a script: every mistake with its line and field, ready to print.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
