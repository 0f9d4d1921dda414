/// What the operating system or a C library refused.
package struct PlatformError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        case addressInUse, cannotListen, cannotRead, cannotWrite, locked, unknownZone, badURL, libraryFailed
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
