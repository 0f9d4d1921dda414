internal import Foundation

/// A file's bytes where the system keeps them: nothing is read before it is looked at.
///
/// Who replaces such a file writes another and renames it: the bytes mapped stay those of the old one.
package struct MappedFile: Sendable {
    private let data: Data

    /// Throws `cannotRead` naming the file.
    package init(_ path: String) throws(PlatformError) {
        do {
            data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        } catch {
            throw PlatformError(.cannotRead, "cannot map `\(path)`: \(error.localizedDescription)")
        }
    }

    package func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result { body(data.bytes) }
}
