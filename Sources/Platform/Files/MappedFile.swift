internal import CLinux
internal import Glibc

/// A file's bytes where the system keeps them: nothing is read before it is looked at.
///
/// Who replaces such a file writes another and renames it: the bytes mapped stay those of the old one. Who writes into it or
/// cuts it would end this process (SIGBUS), so a lease on the file is held (fcntl(2), `F_SETLEASE`): the system lets a writer
/// wait until the last reference to this is dropped, `/proc/sys/fs/lease-break-time` (45 s) at most. Where there are no leases
/// (files of another user, some network file systems, a file being written) the bytes are copied into memory instead.
// SAFETY: the pages are read-only and stay until `deinit`.
@safe package final class MappedFile: @unchecked Sendable {
    private let file: FileDescriptor
    private let pages: UnsafeRawBufferPointer?
    /// Instead of pages.
    private let copy: [UInt8]

    /// Throws `missing` or `cannotRead`, naming the file.
    package init(_ path: String) throws(PlatformError) {
        guard let file = FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK) else {
            throw SystemFailure.error(.cannotRead, "map", path, errno)
        }
        let isLeased = torii_lease(file.number) == 0
        var facts = stat()
        // After the lease: from now on it is that large.
        guard unsafe fstat(file.number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw PlatformError(.cannotRead, "cannot map `\(path)`: it is no file")
        }
        let size = Int(facts.st_size)
        if isLeased, size > 0 {
            let start = unsafe mmap(nil, size, PROT_READ, MAP_SHARED, file.number, 0)
            guard let start = unsafe start, unsafe start != MAP_FAILED else {
                throw SystemFailure.error(.cannotRead, "map", path, errno)
            }
            unsafe pages = UnsafeRawBufferPointer(start: start, count: size)
            copy = []
        } else {
            guard let bytes = file.read(limit: size) else {
                throw SystemFailure.error(.cannotRead, "map", path, errno)
            }
            unsafe pages = nil
            copy = bytes
        }
        self.file = file
    }

    deinit {
        if let pages = unsafe pages, let start = pages.baseAddress {
            unsafe _ = munmap(UnsafeMutableRawPointer(mutating: start), pages.count)
        }
    }

    /// False once somebody waits to write into the file or to cut it: let go of this soon.
    package var isHeld: Bool { unsafe (pages == nil) || torii_is_leased(file.number) != 0 }

    /// Lends the bytes. Soon after `isHeld` said true: no writer waits for ever.
    package func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result {
        if let pages = unsafe pages {
            let bytes = unsafe pages.bytes
            return body(bytes)
        }
        let copy = copy
        let bytes = unsafe copy.span.bytes
        return body(bytes)
    }
}
