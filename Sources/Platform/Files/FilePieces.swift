import Glibc

/// A file read once from its start to its end, piece by piece, however long it is. Blocking.
package final class FilePieces: Sendable {
    private let file: FileDescriptor
    private let path: String

    /// Throws `missing`, or `cannotRead` (a folder, a device, no permission), naming the file.
    package init(_ path: String) throws(PlatformError) {
        file = try FileDescriptor.reading(path, orPipe: true)
        self.path = path
    }

    /// The next bytes, at most `room`; none at the end. Throws `cannotRead`.
    package func next(_ room: Int = 1 << 20) throws(PlatformError) -> [UInt8] {
        guard let piece = file.readPiece(room) else { throw SystemFailure.error(.cannotRead, "read", path, errno) }
        return piece
    }
}
