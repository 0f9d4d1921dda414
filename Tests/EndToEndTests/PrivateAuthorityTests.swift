import Documents
import Foundation
import Platform
import Testing

/// The server's own way to the API through nginx with TLS and HTTP/2, under an authority that no system knows.
@Suite(.timeLimit(.minutes(5))) struct PrivateAuthorityTests {
    private func answers(_ count: Int, from url: String, of server: TestServer) async throws -> [DocumentNode] {
        let key = try server.makeKey()
        return try await withThrowingTaskGroup(of: DocumentNode?.self) { group in
            for number in 0..<count {
                group.addTask {
                    let picture = try SharpPicture.jpeg(seed: 600 + UInt64(number))
                    let response = try await server.upload(picture, to: url, key: key).get()
                    return DocumentReader.read(response.body, file: "answer", dialect: .json).root
                }
            }
            var answers: [DocumentNode] = []
            for try await answer in group { answers.append(try #require(answer)) }
            return answers
        }
    }

    @Test func asksOverOneConnectionOfHTTP2() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let proxy = try await TLSProxy(to: server.emulatorURL)
        let (process, url) = try await server.start(endpoint: proxy.url, ["--gemini-ca-file", proxy.certificate])
        let answers = try await answers(6, from: url, of: server)
        #expect(answers.map { $0["outcome"]?.string } == Array(repeating: "sent", count: 6))
        #expect(answers.allSatisfy { ($0["cost"]?["nanoUSD"]?.integer ?? 0) > 0 })
        #expect(process.terminate() == 0)
        let requests = try proxy.requests().map { $0.split(separator: " ") }
        #expect(Set(requests.map(\.[0])) == ["HTTP/2.0"])
        #expect(requests.count { $0[1] == "/v1beta/models/gemini-3.5-flash-lite:generateContent" } == 6)
        #expect(Set(requests.map(\.[2])).count == 1)
    }

    /// No byte of a request goes to a server that cannot show who it is: certain to cost nothing.
    @Test func sendsNothingUnderAnAuthorityItWasNotTold() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let proxy = try await TLSProxy(to: server.emulatorURL)
        let (process, url) = try await server.start(endpoint: proxy.url)
        let answer = try #require(try await answers(1, from: url, of: server).first)
        #expect(answer["outcome"]?.string == "local")
        #expect(answer["reasons"]?.array?.first?.string == "upstream_failed")
        #expect(answer["cost"]?["nanoUSD"]?.integer == 0)
        #expect(process.terminate() == 0)
        #expect(try proxy.requests().isEmpty)
    }

    @Test func refusesAFileThatHoldsNoCertificate() throws {
        let empty = NSTemporaryDirectory() + "torii-ca-\(UUID().uuidString)"
        try Data("no certificate".utf8).write(to: URL(fileURLWithPath: empty))
        defer { try? FileManager.default.removeItem(atPath: empty) }
        let data = empty + "-data"
        let serve = ["serve", "--port", "0", "--data", data, "--policies", TestServer.root + "/policies"]
        for (arguments, environment) in [
            (["--gemini-ca-file", empty], [:]), (["--gemini-ca-file", empty + "-absent"], [:]),
            ([], ["GEMINI_CA_FILE": empty]),
        ] {
            #expect(try ToriiProcess.run(serve + arguments, environment: environment).status == 1)
        }
        #expect(!FileManager.default.fileExists(atPath: data))
    }
}
