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
