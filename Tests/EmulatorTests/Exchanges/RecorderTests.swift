import Documents
import Emulator
import Foundation
import Platform
import TestSupport
import Testing

/// A recorder before an emulator, which stands for the real service.
@Suite(.timeLimit(.minutes(3))) struct RecorderTests {
    private static let key = "AIzaSy-not-a-real-key-0123456789"

    /// A way from a client over the recorder to the emulator.
    private struct Way {
        let fixture: EmulatorFixture
        let recorder: Recorder
        let path: String

        /// - Parameter target: Instead of the fixture's emulator.
        init(keepsPictures: Bool = false, script: String? = nil, target: String? = nil) throws {
            fixture = try EmulatorFixture(script: script)
            path = NSTemporaryDirectory() + "torii-record-\(UUID().uuidString)"
            recorder = try Recorder(
                .init(target: target ?? fixture.emulator.baseURL, file: path, keepsPictures: keepsPictures)
            )
        }

        func ask(_ method: String, _ path: String, _ body: [UInt8] = []) async throws -> EmulatorFixture.Answer {
            try await Self.ask(fixture.http, recorder.port, method, path, body)
        }

        static func ask(
            _ http: HTTPClient,
            _ port: Int,
            _ method: String,
            _ path: String,
            _ body: [UInt8]
        ) async throws -> EmulatorFixture.Answer {
            let request = HTTPClient.Request(
                method: method,
                url: "http://127.0.0.1:\(port)\(path)",
                headers: [
                    (name: "x-goog-api-key", value: RecorderTests.key),
                    (name: "Content-Type", value: "application/json"),
                ],
                body: body
            )
            let response = try await http.response(to: request, deadline: .now + .seconds(120)).get()
            return EmulatorFixture.Answer(status: response.status, headers: response.headers, body: response.body)
        }

        func lines() throws -> [DocumentNode] {
            try text().split(separator: "\n").map { try Requests.node(String($0)) }
        }

        func text() throws -> String { String(decoding: try FileContent.read(path), as: UTF8.self) }

        func stop() async {
            await recorder.stop()
            await fixture.stop()
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    private static let generate = "/v1beta/models/gemini-3.5-flash-lite:generateContent"

    @Test func passesAnswersOnAndWritesThemDownWithoutKeyOrPicture() async throws {
        let way = try Way()
        let picture = try Pictures.meadow()
        let body = Requests.classification(picture)
        let answer = try await way.ask("POST", Self.generate + "?key=\(Self.key)", body)
        #expect(answer.status == 200 && answer.header("content-type") == "application/json; charset=UTF-8")
        // The answer is the service's own.
        #expect(answer.header("torii-emulator") == nil)
        let direct = try await way.fixture.generate(body)
        #expect(try answer.output == direct.output)
        let text = try way.text()
        #expect(!text.contains(Self.key))
        #expect(!text.contains(String(decoding: Encoding.base64(picture), as: UTF8.self).prefix(40)))
        let line = try #require(try way.lines().first)
        #expect(line["request"]?["method"]?.string == "POST" && line["request"]?["path"]?.string == Self.generate)
        #expect(line["request"]?["query"] == nil)
        let parts = line["request"]?["body"]?["contents"]?.array?.first?["parts"]?.array
        let stamp = "sha256:\(Encoding.hex(Crypto.sha256(picture))) \(picture.count) bytes"
        #expect(parts?.first?["inlineData"]?["data"]?.string == stamp)
        #expect(line["response"]?["status"]?.integer == 200)
        #expect(line["response"]?["body"].map { JSON($0) } == JSON(try answer.node))
        let mode = try FileManager.default.attributesOfItem(atPath: way.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        await way.stop()
    }

    @Test func keepsPicturesWhereItIsAskedTo() async throws {
        let way = try Way(keepsPictures: true)
        let picture = try Pictures.night()
        _ = try await way.ask("POST", Self.generate, Requests.classification(picture))
        #expect(try way.text().contains(String(decoding: Encoding.base64(picture), as: UTF8.self)))
        #expect(try !way.text().contains(Self.key))
        await way.stop()
    }

    @Test(arguments: [false, true]) func replaysWhatItRecorded(keepsPictures: Bool) async throws {
        let script = "{rules:[{match:{nth:2},action:{status:429}}]}"
        let way = try Way(keepsPictures: keepsPictures, script: script)
        let body = Requests.classification(try Pictures.meadow())
        let stream = "/v1beta/models/gemini-3.5-flash-lite:streamGenerateContent?alt=sse"
        var recorded: [EmulatorFixture.Answer] = []
        for path in [Self.generate, Self.generate, stream] { recorded.append(try await way.ask("POST", path, body)) }
        recorded.append(try await way.ask("GET", "/v1beta/models?pageSize=2"))
        #expect(recorded.map(\.status) == [200, 429, 200, 200])

        let replayer = try Replayer(try FileContent.read(way.path), file: "record")
        #expect(replayer.count == 4)
        func ask(_ method: String, _ path: String, _ body: [UInt8] = []) async throws -> EmulatorFixture.Answer {
            try await Way.ask(way.fixture.http, replayer.port, method, path, body)
        }
        let first = try await ask("POST", Self.generate, body)
        #expect(try JSON(first.node) == JSON(try recorded[0].node))
        #expect(first.header("torii-emulator") == "1")
        // In order, and then the last again. The picture may come in the other alphabet.
        let standard = String(decoding: Encoding.base64(try Pictures.meadow()), as: UTF8.self)
        let other = String(decoding: body, as: UTF8.self)
            .replacing(standard, with: Encoding.base64URL(try Pictures.meadow()))
        #expect(try await ask("POST", Self.generate, body).status == 429)
        #expect(try await ask("POST", Self.generate, Array(other.utf8)).status == 429)
        let events = try await ask("POST", stream, body)
        #expect(events.text == recorded[2].text && events.header("content-type") == "text/event-stream")
        #expect(try await ask("GET", "/v1beta/models?pageSize=2").status == 200)
        let unknown = try await ask("GET", "/v1beta/models?pageSize=3")
        #expect(unknown.status == 404)
        #expect(try unknown.node["error"]?["message"]?.string?.hasPrefix("The record has no GET") == true)
        await replayer.stop()
        await way.stop()
    }

    /// A service that says its next word only once the one before has come through.
    private func slowService(_ heard: [Latch], breaksOff: Bool = false) throws -> HTTPServer {
        try HTTPServer(HTTPServer.Configuration(address: .tcp(host: "127.0.0.1", port: 0))) { _ in
            let words = AsyncStream<[UInt8]> { continuation in
                Task {
                    for (number, latch) in heard.enumerated() {
                        await latch.wait()
                        continuation.yield(Array("data: {\"n\":\(number)}\r\n\r\n".utf8))
                    }
                    continuation.finish()
                }
            }
            var response = HTTPResponse(
                status: 200,
                headers: [(name: "Content-Type", value: "text/event-stream")],
                body: .stream(words)
            )
            response.isBrokenOff = { breaksOff }
            return response
        }
    }

    @Test(arguments: [false, true]) func relaysAStreamAsItComes(breaksOff: Bool) async throws {
        let heard = [Latch(), Latch(), Latch()]
        let service = try slowService(heard, breaksOff: breaksOff)
        let path = NSTemporaryDirectory() + "torii-record-\(UUID().uuidString)"
        let recorder = try Recorder(.init(target: "http://127.0.0.1:\(service.port)", file: path))
        let http = HTTPClient()
        let request = HTTPClient.Request(
            method: "POST",
            url: "http://127.0.0.1:\(recorder.port)/v1/models/m:streamGenerateContent?alt=sse"
        )
        // The head is here before the first word is said.
        let answer = try await http.stream(of: request, deadline: .now + .seconds(60)).get()
        #expect(answer.status == 200)
        #expect(answer.headers.contains { $0.name == "content-type" && $0.value == "text/event-stream" })
        heard[0].open()
        var text = ""
        var failure: HTTPClient.Failure?
        do {
            for try await piece in answer.body {
                text += String(decoding: piece, as: UTF8.self)
                let words = text.split(separator: "\r\n\r\n").count
                if words < heard.count { heard[words].open() }
            }
        } catch { failure = error as? HTTPClient.Failure }
        #expect(text == (0..<3).map { "data: {\"n\":\($0)}\r\n\r\n" }.joined())
        #expect(failure?.kind == (breaksOff ? .cut : nil))
        // The end was heard, so it is written down; half an exchange is none.
        let record = String(decoding: try FileContent.read(path), as: UTF8.self)
        #expect(record.split(separator: "\n").count == (breaksOff ? 0 : 1))
        if !breaksOff { #expect(record.contains(#"\"n\":2"#)) }
        http.close()
        await recorder.stop()
        await service.stop(grace: .zero)
        try FileManager.default.removeItem(atPath: path)
    }

    @Test func leadsUploadsOverItself() async throws {
        let way = try Way()
        let request = HTTPClient.Request(
            method: "POST",
            url: "http://127.0.0.1:\(way.recorder.port)/upload/v1beta/files",
            headers: [
                (name: "x-goog-api-key", value: Self.key), (name: "X-Goog-Upload-Protocol", value: "resumable"),
                (name: "X-Goog-Upload-Command", value: "start"),
            ]
        )
        let begun = try await way.fixture.http.response(to: request, deadline: .now + .seconds(120)).get()
        let url = try #require(begun.headers.first { $0.name == "x-goog-upload-url" }?.value)
        #expect(url.hasPrefix("http://127.0.0.1:\(way.recorder.port)/upload/"))
        let upload = HTTPClient.Request(
            method: "POST",
            url: url,
            headers: [(name: "X-Goog-Upload-Command", value: "upload, finalize")],
            body: Array(#"{"key":"a","request":{"contents":[]}}"#.utf8) + [0x0A] + Array("{}".utf8)
        )
        let done = try await way.fixture.http.response(to: upload, deadline: .now + .seconds(120)).get()
        #expect(done.status == 200 && done.headers.contains { $0.name == "x-goog-upload-status" })
        let text = try way.text()
        // The id of an upload is a right, and what is uploaded may hold pictures.
        let id = try #require(url.split(separator: "=").dropFirst().first?.split(separator: "&").first)
        #expect(!text.contains("upload_id=\(id)") && !text.contains("contents"))
        await way.stop()
    }

    @Test func answers502WhereNobodyListens() async throws {
        let taken = try TakenPort()
        let way = try Way(target: "http://127.0.0.1:\(taken.number)")
        let answer = try await way.ask("GET", "/v1/models")
        #expect(answer.status == 502)
        #expect(try way.lines().isEmpty)
        await way.stop()
        taken.free()
    }

    @Test func refusesWhatIsNoRecord() {
        #expect { try Replayer(Array("{}\n".utf8), file: "f") } throws: { error in
            (error as? EmulatorError)?.code == .invalidRecord
                && (error as? EmulatorError)?.message == "f:1: not an exchange of a record"
        }
        #expect { try Recorder(.init(target: "http://127.0.0.1:9", file: "/absent/folder")) } throws: {
            ($0 as? EmulatorError)?.code == .cannotWrite
        }
    }
}
