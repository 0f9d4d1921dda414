import Documents
import Platform
import Policy
import Server
import TestSupport
import Testing

/// `GET /v1/policy/{profile}`: what devices fetch, verify and keep.
struct PolicyDeliveryTests {
    private static let path = "/v1/policy/ios?scoreSpace=apple-vision/18"

    private static func fetch(
        _ server: ServerUnderTest,
        _ path: String = path,
        tag: String? = nil,
        key: String? = ServerUnderTest.clientKey
    ) async throws -> Answer {
        try await server.request(
            "GET",
            path,
            key: key,
            headers: tag.map { [(name: "If-None-Match", value: $0)] } ?? []
        )
    }

    private static func signature(_ header: String) throws -> (key: String, bytes: [UInt8]) {
        let match = try #require(header.wholeMatch(of: #/keyid="(k[0-9]+)", alg="ed25519", sig=:([A-Za-z0-9+/=]+):/#))
        return (String(match.1), try #require(Encoding.bytes(base64: Array(match.2.utf8))))
    }

    @Test(.timeLimit(.minutes(10)))
    func signsTheExactBytes() async throws {
        try await ServerUnderTest.run { server in
            let answer = try await Self.fetch(server)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            #expect(answer.headers["torii-policy-revision"] == "1")
            #expect(
                answer.headers["cache-control"]
                    == "max-age=21600, stale-while-revalidate=86400, stale-if-error=604800, no-transform"
            )
            #expect(answer.headers["vary"] == "Accept-Encoding")
            let hash = Encoding.hex(Array(Crypto.sha256(answer.body).prefix(8)))
            #expect(answer.headers["etag"] == "\"r1-\(hash)\"")
            let (id, signature) = try Self.signature(try #require(answer.headers["torii-signature"]))
            let keys = server.server.service.shelf.keys
            #expect(id == keys.current.id)
            let signed = Array("torii-policy/1\n".utf8) + answer.body
            #expect(Ed25519.isValid(signature, of: signed, publicKey: keys.current.signing.publicKey))
            #expect(!Ed25519.isValid(signature, of: answer.body, publicKey: keys.current.signing.publicKey))
            #expect(answer.string("profile") == "ios")
            #expect(answer.string("scoreSpace") == "apple-vision/18")
            #expect(answer["gate.sharpness.min"]?.double == 0.18)
            // The same bytes each time.
            #expect(try await Self.fetch(server).body == answer.body)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func answersShortlyWhenNothingChanged() async throws {
        try await ServerUnderTest.run { server in
            let tag = try #require(try await Self.fetch(server).headers["etag"])
            let opaque = tag.dropFirst().dropLast()
            let same = [
                tag, "W/\(tag)", "\"other\", \(tag)", "*", "\"\(opaque)-gzip\"", "W/\"\(opaque);gzip\"",
                "\"\(opaque)-br\"", "\"a\",W/\(tag)",
            ]
            for text in same {
                let answer = try await Self.fetch(server, tag: text)
                #expect(answer.status == 304, "\(text)")
                #expect(answer.body == [])
                #expect(answer.headers["etag"] == tag)
                #expect(answer.headers["torii-policy-revision"] == "1")
                #expect(answer.headers["torii-signature"] == nil)
            }
            for text in ["\"other\"", "", opaque + "", "\"\(opaque)x\"", "\"\(opaque)-zip\""] {
                #expect(try await Self.fetch(server, tag: text).status == 200, "\(text)")
            }
            #expect(try await Self.fetch(server, Self.path + "&have=1").status == 304)
            #expect(try await Self.fetch(server, Self.path + "&have=0").status == 200)
            // A tag of another score space is none of this one.
            #expect(try await Self.fetch(server, "/v1/policy/ios?scoreSpace=torii/1", tag: tag).status == 200)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func sendsEverythingForASpaceNobodyKnows() async throws {
        try await ServerUnderTest.run { server in
            let answer = try await Self.fetch(server, "/v1/policy/ios?scoreSpace=apple-vision/27")
            #expect(answer.status == 200)
            #expect(answer.string("phase") == "measure")
            #expect(answer["gate.sharpness"] == nil)
            #expect(try await Self.fetch(server, "/v1/policy/ios").string("scoreSpace") == "torii/1")
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("/v1/policy/mac", ServerUnderTest.clientKey, 404, "unknown_profile"),
            ("/v1/policy/android", ServerUnderTest.iosKey, 403, "profile_forbidden"),
            ("/v1/policy/ios?scoreSpace=Apple", ServerUnderTest.clientKey, 400, "invalid_field"),
            ("/v1/policy/ios", ServerUnderTest.readKey, 403, "forbidden"),
            ("/v1/policy/ios", "", 401, "unauthenticated"),
        ]
    )
    func refusesOthers(path: String, key: String, status: Int, code: String) async throws {
        try await ServerUnderTest.run { server in
            let answer = try await Self.fetch(server, path, key: key.isEmpty ? nil : key)
            #expect(answer.status == status)
            #expect(answer.string("code") == code)
        }
    }

    /// Once `apply` has answered, every fetch has the new revision.
    @Test(.timeLimit(.minutes(10)))
    func hasTheNewRevisionOnceItIsApplied() async throws {
        try await ServerUnderTest.run { server in
            let first = try await Self.fetch(server)
            let set = try #require(server.server.service.policies.issued("ios")?.snapshot.set)
            try server.server.service.policies.put(revision: 2, appliedAt: server.clock.wallClock.now(), set: set)
            let second = try await Self.fetch(server, tag: first.headers["etag"])
            #expect(second.status == 200)
            #expect(second.integer("revision") == 2)
            #expect(second.headers["torii-policy-revision"] == "2")
        }
    }

    @Test func rotatesKeysWithOneInReserve() throws {
        let keys = try #require(SigningKeys(seed: Array(0..<32), nextSeed: Array(1..<33)))
        #expect([keys.current.id, keys.next.id] == ["k1", "k2"])
        let rotated = keys.rotated()
        #expect([rotated.current.id, rotated.next.id] == ["k2", "k3"])
        #expect(rotated.current.signing.publicKey == keys.next.signing.publicKey)
        #expect(rotated.next.signing.publicKey != keys.current.signing.publicKey)
        let json = keys.json.text()
        #expect(json.contains(#""publicKey":"A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=""#))
        #expect(json.contains(#""spki":"MCowBQYDK2VwAyEAA6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=""#))
        #expect(!json.contains("seed"))
    }

    @Test(.timeLimit(.minutes(10)))
    func keepsItsKeysForTheOwnerAlone() throws {
        let folder = try TemporaryFolder()
        let made = try SigningKeys.kept(in: folder.path)
        #expect(try SigningKeys.kept(in: folder.path).current.signing.publicKey == made.current.signing.publicKey)
        let path = SigningKeys.path(data: folder.path)
        let bytes = try FileContent.read(path)
        try FileContent.write(bytes, to: path, mode: 0o644)
        #expect(throws: PlatformError.self) { try SigningKeys.kept(in: folder.path) }
        try FileContent.write([], to: path, mode: 0o600)
        #expect(throws: PlatformError.self) { try SigningKeys.kept(in: folder.path) }
    }
}
