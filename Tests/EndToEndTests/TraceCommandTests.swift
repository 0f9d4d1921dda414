import Foundation
import Platform
import Testing

/// `serve --otlp-endpoint`: what a collector gets, read by OpenTelemetry's own definitions.
@Suite(.timeLimit(.minutes(5))) struct TraceCommandTests {
    @Test func writesWhatACollectorReads() async throws {
        let posts = Locked<[[UInt8]]>([])
        let collector = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0), threads: 1)) { request in
            posts.withLock { $0.append(request.body) }
            return HTTPResponse(status: 200)
        }
        let server = try await TestServer(script: "{ rules: [ { match: { nth: 1 }, action: { status: 429 } } ] }")
        defer { server.end() }
        let (process, url) = try await server.start(["--otlp-endpoint", "http://127.0.0.1:\(collector.port)"])
        let key = try server.makeKey()
        #expect(try await server.upload(SharpPicture.jpeg(seed: 1), to: url, key: key).get().status == 200)
        #expect(try await server.upload(Array("no picture".utf8), to: url, key: key).get().status == 415)
        #expect(process.terminate() == 0)
        await collector.stop(grace: .zero)

        let paths = try posts.withLock { $0 }.enumerated().map { index, post in
            let path = "\(server.folder)/post\(index).json"
            try Data(post).write(to: URL(fileURLWithPath: path))
            return path
        }
        let read = try ToolProcess.run(
            "\(TestServer.root)/.cache/venv/bin/python",
            ["\(TestServer.root)/Tests/Tools/traces/read.py"] + paths,
            joinsErrors: true
        )
        #expect(read.status == 0, "\(read.output)")
        let names = read.output.split(separator: "\n").map(String.init)
        #expect(names.count { $0 == "POST /v1/classify" } == 2)
        #expect(names.count { $0.hasPrefix("generate_content ") } == 2)
    }

    @Test(arguments: [
        ["--otlp-endpoint", "collector:4318"], ["--otlp-endpoint", "http://127.0.0.1:4318", "--otlp-share", "2"],
    ])
    func refusesWhatIsNoCollector(options: [String]) throws {
        let arguments = ["serve", "--data", "/nowhere/at/all"] + options
        let result = try ToolProcess.run(ToriiProcess.binary, arguments, joinsErrors: true)
        #expect(result.status == 2)
        #expect(result.output.contains(options[options.count - 2]), "\(result.output)")
    }
}
