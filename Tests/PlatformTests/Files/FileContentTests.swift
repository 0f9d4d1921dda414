import Foundation
import Platform
import TestSupport
import Testing

@Suite struct FileContentTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func mode(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000]) func readsBackWhatItWrote(size: Int) throws {
        var random = SeededGenerator(seed: UInt64(size))
        let bytes = random.bytes(size)
        try FileContent.write(bytes, to: folder.file("data"))
        #expect(try FileContent.read(folder.file("data")) == bytes)
    }

    @Test func replacesAFileAndLeavesNothingBeside() throws {
        let path = folder.file("policy.json5")
        try FileContent.write(Array("old".utf8), to: path)
        try FileContent.write(Array("new".utf8), to: path, mode: 0o600)
        #expect(try FileContent.read(path) == Array("new".utf8))
        #expect(try mode(path) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["policy.json5"])
    }

    @Test func namesTheFileThatIsMissing() {
        let path = folder.file("none")
        #expect(throws: PlatformError(.missing, "cannot read `\(path)`: no such file or directory")) {
            try FileContent.read(path)
        }
        #expect(throws: PlatformError(.missing, "cannot write `\(path)/x`: no such file or directory")) {
            try FileContent.write([1], to: "\(path)/x")
        }
    }

    @Test func refusesAFolderAndAFileTooLarge() throws {
        #expect(throws: PlatformError(.cannotRead, "cannot read `\(folder.path)`: is a directory")) {
            try FileContent.read(folder.path)
        }
        let path = folder.file("large")
        try FileContent.write([1, 2, 3], to: path)
        #expect(throws: PlatformError(.cannotRead, "cannot read `\(path)`: larger than 2 bytes")) {
            try FileContent.read(path, maxBytes: 2)
        }
        #expect(try FileContent.read(path, maxBytes: 3) == [1, 2, 3])
    }

    @Test(arguments: ["/dev/zero", "/dev/urandom"]) func refusesADevice(path: String) {
        let refused = PlatformError(.cannotRead, "cannot read `\(path)`: it is a device, no file")
        #expect(throws: refused) { try FileContent.read(path) }
        #expect(throws: refused) { try FilePieces(path) }
    }

    /// It says how long it is, holes included; 8 TB are not read to find out.
    @Test func looksAtTheSizeBeforeItReads() throws {
        let path = folder.file("holes")
        try FileContent.write([], to: path)
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: 8 << 40)
        try handle.close()
        #expect(throws: PlatformError(.cannotRead, "cannot read `\(path)`: larger than 67108864 bytes")) {
            try FileContent.read(path)
        }
    }

    @Test func readsNothingOfNothing() throws {
        #expect(try FileContent.read("/dev/null") == [])
        #expect(try FilePieces("/dev/null").next() == [])
    }

    @Test func readsAPipeToItsEndOrLimit() async throws {
        let bytes = [UInt8](repeating: 7, count: 200_000)
        for limit in [bytes.count, bytes.count - 1] {
            let pipe = Pipe()
            let writing = Thread {
                // The reader may go first.
                try? pipe.fileHandleForWriting.write(contentsOf: bytes)
                try? pipe.fileHandleForWriting.close()
            }
            writing.start()
            let path = "/proc/self/fd/\(pipe.fileHandleForReading.fileDescriptor)"
            if limit == bytes.count {
                #expect(try FileContent.read(path, maxBytes: limit, orPipe: true) == bytes)
            } else {
                #expect(throws: PlatformError(.cannotRead, "cannot read `\(path)`: larger than \(limit) bytes")) {
                    try FileContent.read(path, maxBytes: limit, orPipe: true)
                }
            }
            while !writing.isFinished { try await Task.sleep(for: .milliseconds(1)) }
        }
    }

    /// Nobody ever writes to it, or reads it: whoever opened it in good faith would wait for ever.
    @Test(.timeLimit(.minutes(1))) func waitsForNoPipe() throws {
        let path = folder.file("pipe")
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let refused = PlatformError(.cannotRead, "cannot read `\(path)`: it is a pipe, no file")
        #expect(throws: refused) { try FileContent.read(path) }
        #expect(throws: refused) { try FileContent.readSecret(path) }
        #expect(throws: PlatformError(.cannotRead, "cannot map `\(path)`: it is no file")) { try MappedFile(path) }
        let closed = PlatformError(.cannotWrite, "cannot write `\(path)`: no such device or address")
        #expect(throws: closed) { try AppendFile(path) }
        #expect(NoteFile(path) == nil)
    }

    @Test(arguments: [1, 3, 1 << 20]) func readsAFilePieceByPiece(room: Int) throws {
        var random = SeededGenerator(seed: UInt64(room))
        let bytes = random.bytes(room == 1 ? 10 : 100_000)
        try FileContent.write(bytes, to: folder.file("data"))
        let pieces = try FilePieces(folder.file("data"))
        var all: [UInt8] = []
        while true {
            let piece = try pieces.next(room)
            if piece.isEmpty { break }
            #expect(piece.count <= room)
            all += piece
        }
        #expect(all == bytes)
    }

    @Test func leavesTheOldFileWhenItCannotBeReplaced() throws {
        let path = folder.file("taken")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: PlatformError(.cannotWrite, "cannot write `\(path)`: is a directory")) {
            try FileContent.write([1], to: path)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["taken"])
    }

    @Test(arguments: [0o600, 0o400]) func readsASecretOfItsOwnerAlone(mode: UInt32) throws {
        let path = folder.file("key")
        try FileContent.write(Array("s3cret".utf8), to: path, mode: mode)
        #expect(try FileContent.readSecret(path) == Array("s3cret".utf8))
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o620, 0o601]) func refusesASecretOthersMayUse(mode: UInt32) throws {
        let path = folder.file("key")
        try FileContent.write(Array("s3cret".utf8), to: path, mode: mode)
        let message =
            "`\(path)` holds a secret and others may use it (mode \(String(mode, radix: 8))): run chmod 600 on it"
        #expect(throws: PlatformError(.insecureMode, message)) { try FileContent.readSecret(path) }
    }
}
