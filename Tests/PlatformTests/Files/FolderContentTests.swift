import Foundation
import Glibc
import TestSupport
import Testing

@testable import Platform

struct FolderContentTests {
    /// A pipe in a folder would be waited for without end.
    @Test func leavesOutWhatIsNoFile() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("below"), withIntermediateDirectories: false)
        for name in ["b.jpg", "below/a.jpg", ".hidden"] {
            try Data().write(to: URL(fileURLWithPath: folder.file(name)))
        }
        #expect(unsafe mkfifo(folder.file("pipe.jpg"), 0o600) == 0)
        #expect(unsafe symlink(folder.file("b.jpg"), folder.file("link.jpg")) == 0)
        let names = try FolderContent.files(at: folder.path).map { $0.dropFirst(folder.path.count + 1) }
        #expect(names == ["b.jpg", "below/a.jpg", "link.jpg"])
        #expect(FolderContent.isRegular(folder.file("link.jpg")))
        for name in ["pipe.jpg", "below", "nothing"] { #expect(!FolderContent.isRegular(folder.file(name))) }
    }
}
