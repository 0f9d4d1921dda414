import Documents
import Foundation
import Platform
import TestSupport
import Testing

/// The built server with a certificate of its own.
@Suite(.timeLimit(.minutes(5))) struct TLSServingTests {
    private func options(_ identity: TestIdentity) -> [String] {
        ["--tls-certificate", identity.certificate, "--tls-key", identity.key]
    }

    private func get(_ url: String, through client: HTTPClient) async -> Result<HTTPClient.Response, HTTPClient.Failure>
    {
        await client.response(to: HTTPClient.Request(method: "GET", url: url), deadline: .now + .seconds(20))
    }

    /// Until the server shows its new certificate: nothing else lets this client in.
    private func waitForNew(_ url: String, _ identity: TestIdentity) async throws {
        let new = try identity.client()
        defer { new.close() }
        while case .failure = await get("\(url)/healthz", through: new) { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test func servesUploadsAndTakesUpRenewedCertificatesWithoutAFailedRequest() async throws {
        let identity = try TestIdentity()
        let server = try await TestServer()
        defer { server.end() }
        let (process, address) = try await server.start(options(identity))
        #expect(address.hasPrefix("https://127.0.0.1:"))
        let url = address.replacing("127.0.0.1", with: "localhost")
        let key = try server.makeKey()
        // Knows every certificate before the server shows it.
        let known = try TemporaryFolder()
        try FileContent.write(FileContent.read(identity.certificate), to: known.file("known.pem"))
        let first = HTTPClient(caFile: known.file("known.pem"))
        defer { first.close() }
        func renew() throws {
            let next = try TestIdentity()
            let certificate = try FileContent.read(next.certificate)
            try FileContent.write(FileContent.read(known.file("known.pem")) + certificate, to: known.file("known.pem"))
            try identity.put(certificate, FileContent.read(next.key))
        }
        let uploads = Task {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        let picture = try SharpPicture.jpeg(seed: 900 + UInt64(number))
                        var request = HTTPClient.Request(
                            method: "POST",
                            url: "\(url)/v1/classify",
                            headers: [("Authorization", "Bearer \(key)"), ("Torii-Profile", "ios")],
                            body: picture + [UInt8](repeating: 0, count: 300_000)
                        )
                        request.maxResponseBytes = 1 << 20
                        return try await first.response(to: request, deadline: .now + .seconds(90)).get().status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        // By itself, then when it is told.
        try renew()
        try await waitForNew(url, identity)
        try renew()
        process.hangUp()
        try await waitForNew(url, identity)
        #expect(try await uploads.value == [200, 200, 200, 200, 200, 200])

        // The tool looks at it under the authority it is told of, and under no other.
        let look = ["dashboard", "--server", url, "--width", "100"]
        let shown = try ToriiProcess.run(look, environment: ["TORII_CA_FILE": identity.certificate])
        #expect(shown.status == 0 && shown.output.contains("ios"), "\(shown.output)")
        let untrusted = try ToolProcess.run(ToriiProcess.binary, look, joinsErrors: true)
        #expect(untrusted.status == 5)
        #expect(untrusted.output.contains("TORII_CA_FILE names a PEM file"), "\(untrusted.output)")
        #expect(process.terminate() == 0)
    }

    @Test func keepsTheOldPairAndSaysSoWhenTheNewOneIsBroken() async throws {
        let identity = try TestIdentity()
        let server = try await TestServer()
        defer { server.end() }
        let (process, address) = try await server.start(options(identity))
        let url = address.replacing("127.0.0.1", with: "localhost")
        let old = try identity.client()
        defer { old.close() }
        try identity.put(nil, Array("no key".utf8))
        let wanted = "`\(identity.key)` holds no private key"
        var told: String?
        while told == nil {
            let list = try await get("\(url)/v1/events?kind=tls_pair_refused", through: old).get().body
            let events = DocumentReader.read(list, file: "events", dialect: .json).root?["events"]?.array
            told = events?.last?["text"]?.string
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(told?.contains(wanted) == true, "\(told ?? "")")
        // A connection of its own sees the old certificate still.
        let fresh = try identity.client()
        defer { fresh.close() }
        #expect(try await get("\(url)/healthz", through: fresh).get().status == 200)
        #expect(process.terminate() == 0)
    }

    /// Whoever may write there could put a pipe in the file's place, which is read for ever.
    @Test func waitsForNoPipeInThePlaceOfItsCertificate() async throws {
        let identity = try TestIdentity()
        let server = try await TestServer()
        defer { server.end() }
        let (process, address) = try await server.start(options(identity))
        let url = address.replacing("127.0.0.1", with: "localhost")
        let client = try identity.client()
        defer { client.close() }
        #expect(unsafe unlink(identity.certificate) == 0 && mkfifo(identity.certificate, 0o600) == 0)
        process.hangUp()
        var told: String?
        while told == nil {
            let list = try await get("\(url)/v1/events?kind=tls_pair_refused", through: client).get().body
            let events = DocumentReader.read(list, file: "events", dialect: .json).root?["events"]?.array
            told = events?.last?["text"]?.string
            try await Task.sleep(for: .milliseconds(50))
        }
        let cause = "cannot read `\(identity.certificate)`: it is a pipe, no file"
        #expect(told?.hasSuffix(cause) == true, "\(told ?? "")")
        #expect(process.terminate() == 0)
    }

    @Test func refusesToStartWithoutAWholePair() throws {
        let (identity, other) = (try TestIdentity(), try TestIdentity())
        let folder = try TemporaryFolder()
        let serve = [
            "serve", "--port", "0", "--data", folder.file("data"), "--policies", TestServer.root + "/policies",
        ]
        for (certificate, key, message) in [
            (identity.certificate, nil, "go together"),
            (identity.certificate, identity.key + "-absent", "-absent`: no such file"),
            (identity.key, identity.key, "holds no certificate"),
            (identity.certificate, other.key, "is not that of the first certificate"),
        ] {
            let options = ["--tls-certificate", certificate] + (key.map { ["--tls-key", $0] } ?? [])
            let result = try ToolProcess.run(ToriiProcess.binary, serve + options, joinsErrors: true)
            #expect(result.status != 0, "\(options)")
            #expect(result.output.contains(message), "\(result.output)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("data")))
    }

    @Test func warnsOfACertificateThatEnds() async throws {
        let soon = Date.now.addingTimeInterval(9.5 * 86_400)
        let end = soon.ISO8601Format().filter { $0 != "-" && $0 != ":" && $0 != "T" }
        for (end, mark, status) in [
            ("20491231000000Z", "OK    tls         `", 0 as Int32), (end, "WARN  tls         the certificate in `", 0),
            ("20210101000000Z", "FAIL  tls         the certificate in `", 1),
        ] {
            let identity = try TestIdentity(end: end)
            let looked = try ToriiProcess.run(
                ["doctor", "--policies", TestServer.root + "/policies", "--data", identity.key + "-data"],
                environment: ["TORII_TLS_CERTIFICATE": identity.certificate, "TORII_TLS_KEY": identity.key]
            )
            #expect(looked.status == status)
            #expect(looked.output.contains(mark), "\(looked.output)")
            #expect(looked.output.contains("ends in 9 days, at") == mark.hasPrefix("WARN"))
            #expect(looked.output.contains("ended at 2021-01-01T00:00:00Z") == mark.hasPrefix("FAIL"))
        }
    }
}
