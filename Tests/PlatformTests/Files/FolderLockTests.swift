import Foundation
import Platform
import TestSupport
import Testing

@Suite struct FolderLockTests {
    @Test func letsOneHolderInAndNamesIt() throws {
        let folder = try TemporaryFolder()
        let lock = try FolderLock(folder: folder.path)
        let own = ProcessInfo.processInfo.processIdentifier
        #expect(FolderLock.holder(of: folder.path) == own)
        let message = "the data folder `\(folder.path)` is in use by process \(own)"
        #expect(throws: PlatformError(.locked, message)) { _ = try FolderLock(folder: folder.path) }
        lock.release()
        lock.release()
        #expect(FolderLock.holder(of: folder.path) == nil)
        let next = try FolderLock(folder: folder.path)
        #expect(FolderLock.holder(of: folder.path) == own)
        next.release()
    }

    @Test func givesTheLockBackWithItsOwner() throws {
        let folder = try TemporaryFolder()
        do { _ = try FolderLock(folder: folder.path) }
        _ = try FolderLock(folder: folder.path)
    }

    @Test func isKeptFromTheEyesOfOthers() throws {
        let folder = try TemporaryFolder()
        let lock = try FolderLock(folder: folder.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("torii.lock"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        lock.release()
    }

    @Test func namesAFolderThatIsMissing() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("none")
        #expect(throws: PlatformError(.missing, "cannot lock `\(path)/torii.lock`: no such file or directory")) {
            _ = try FolderLock(folder: path)
        }
        #expect(FolderLock.holder(of: path) == nil)
    }

    @Test func readsNoHolderFromRubbish() throws {
        let folder = try TemporaryFolder()
        try FileContent.write(Array("not a number".utf8), to: folder.file("torii.lock"))
        #expect(FolderLock.holder(of: folder.path) == nil)
    }
}
