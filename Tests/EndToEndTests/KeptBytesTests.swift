import Foundation
import Platform
import Testing

/// What rests on disk after uploads: figures, never pictures.
@Suite(.timeLimit(.minutes(5))) struct KeptBytesTests {
    @Test func keepsNoBytesOfAPictureAlsoAfterAFailure() async throws {
        // One answer, then failures whose text repeats what was sent, as some proxies do.
        let server = try await TestServer(script: "{ rules: [ { match: { every: 2 }, action: { status: 400 } } ] }")
        defer { server.end() }
        let (process, url) = try await server.start()
        let key = try server.makeKey()
        var chunks: [Data] = []
        for seed in 80..<84 {
            var picture = try SharpPicture.jpeg(seed: UInt64(seed))
            // The last is cut short: no decoder takes it to its end.
            if seed == 83 { picture = Array(picture.prefix(picture.count / 3)) }
            _ = await server.upload(picture, to: url, key: key)
            let middle = Array(picture[(picture.count / 2)..<(picture.count / 2 + 48)])
            chunks.append(Data(middle))
            chunks.append(Data(Encoding.base64(middle)))
            chunks.append(Data(Encoding.hex(middle).utf8))
        }
        #expect(process.terminate() == 0)
        let files = try FolderContent.files(at: server.data)
        #expect(files.contains { $0.hasSuffix("/ledger.sqlite") })
        for file in files {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            for chunk in chunks { #expect(bytes.range(of: chunk) == nil, "\(file)") }
        }
    }
}
