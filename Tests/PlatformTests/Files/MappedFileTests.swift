import Glibc
import TestSupport
import Testing

@testable import Platform

/// Serialized: a file that another test's child process holds open for writing for a moment gets no lease.
@Suite(.serialized) struct MappedFileTests {
    private static func bytes(_ file: MappedFile) -> [UInt8] {
        file.withBytes { bytes in
            (0..<bytes.byteCount).map { unsafe bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
        }
    }

    @Test(arguments: [0, 1, 4096, 10_001]) func lendsTheBytesOfAFile(count: Int) throws {
        let folder = try TemporaryFolder()
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try FileContent.write(bytes, to: folder.file("a"))
        let file = try MappedFile(folder.file("a"))
        #expect(Self.bytes(file) == bytes)
        #expect(file.isHeld)
    }

    @Test func keepsTheOldBytesWhenAnotherFileTakesItsName() throws {
        let folder = try TemporaryFolder()
        try FileContent.write([1, 2, 3], to: folder.file("a"))
        let file = try MappedFile(folder.file("a"))
        try FileContent.write([4], to: folder.file("a"))
        #expect(Self.bytes(file) == [1, 2, 3])
        #expect(file.isHeld)
    }

    /// A writer waits until the file is let go of; who does not want to wait is refused.
    @Test func keepsWritersOutUntilItIsLetGoOf() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a")
        try FileContent.write([1, 2, 3], to: path)
        func cut() -> Int32 {
            let number = unsafe open(path, O_WRONLY | O_TRUNC | O_NONBLOCK | O_CLOEXEC)
            guard number >= 0 else { return errno }
            close(number)
            return 0
        }
        var file: MappedFile? = try MappedFile(path)
        #expect(file?.isHeld == true)
        #expect(cut() == EWOULDBLOCK)
        #expect(file?.isHeld == false)
        #expect(file.map(Self.bytes) == [1, 2, 3])
        file = nil
        #expect(cut() == 0)
        #expect(try FileContent.read(path) == [])
    }

    @Test func copiesAFileThatIsBeingWritten() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a")
        try FileContent.write([1, 2, 3], to: path)
        let writer = unsafe open(path, O_WRONLY | O_CLOEXEC)
        defer { close(writer) }
        let file = try MappedFile(path)
        ftruncate(writer, 0)
        #expect(Self.bytes(file) == [1, 2, 3])
        #expect(file.isHeld)
    }

    @Test func refusesWhatIsNoFile() throws {
        let folder = try TemporaryFolder()
        #expect(throws: PlatformError.self) { try MappedFile(folder.path) }
        let error = #expect(throws: PlatformError.self) { try MappedFile(folder.file("none")) }
        #expect(error?.code == .missing)
    }
}
