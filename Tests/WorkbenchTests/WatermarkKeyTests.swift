import Platform
import TestSupport
import Testing
import Workbench

/// Files that hold the secret of a mark.
struct WatermarkKeyTests {
    private static func message(_ path: String) -> String? {
        do throws(WorkbenchError) {
            _ = try WatermarkKey.read(path)
            return nil
        } catch {
            return error.message
        }
    }

    @Test func takesASecretOf32Bytes() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("wallpaper.key")
        try FileContent.write([UInt8](repeating: 7, count: 32), to: path, mode: 0o600)
        #expect(Self.message(path) == nil)
    }

    @Test func saysHowToMakeAKeyThatIsMissingOrTooShort() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("wallpaper.key")
        let making = "(umask 077; head -c 32 /dev/urandom > \(path))"
        #expect(Self.message(path) == "cannot read `\(path)`: no such file or directory; make a key: \(making)")
        try FileContent.write([1, 2, 3], to: path, mode: 0o600)
        #expect(Self.message(path) == "`\(path)` holds 3 bytes; a key takes 32: \(making)")
    }

    @Test func refusesAKeyThatOthersMayRead() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("wallpaper.key")
        try FileContent.write([UInt8](repeating: 7, count: 32), to: path, mode: 0o640)
        #expect(Self.message(path)?.contains("mode 640") == true)
    }
}
