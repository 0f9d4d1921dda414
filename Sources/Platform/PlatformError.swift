/// What the operating system or a C library refused.
package struct PlatformError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        case addressInUse, cannotListen, cannotRead, cannotWrite, locked, unknownZone, badURL, libraryFailed
        /// The file or folder is not there.
        case missing
        /// A secret that others may read.
        case insecureMode
        /// Files that are no certificate with its key.
        case badIdentity
    }

    package let code: Code
    /// Names the file, address or zone; holds no secret.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
