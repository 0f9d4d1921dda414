import Platform
import Testing

/// Uploads in the forms phones send them, and how many of them.
struct PhoneUploadTests {
    private static func form(_ parts: [(name: String, body: [UInt8])], boundary: String = "x") -> [UInt8] {
        var body: [UInt8] = []
        for part in parts {
            let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"; filename=\"f\"\r\n\r\n"
            body += Array(head.utf8) + part.body + Array("\r\n".utf8)
        }
        return body + Array("--\(boundary)--\r\n".utf8)
    }

    private static func type(_ boundary: String = "x") -> (name: String, value: String) {
        (name: "Content-Type", value: "multipart/form-data; boundary=\"\(boundary)\"")
    }

    @Test(.timeLimit(.minutes(10)))
    func takesThePictureOutOfAForm() async throws {
        try await ServerUnderTest.run { server in
            let picture = try Pictures.sharp(seed: 3)
            let report = Array(#"{"scoreSpace":"apple-vision/18"}"#.utf8)
            let body = Self.form([("gate", report), ("image", picture)])
            let answer = try await server.upload(body, idempotencyKey: "k", headers: [Self.type()])
            #expect(answer.string("outcome") == "sent")
            let record = try #require(try await server.decisions().first)
            #expect(record.image?.sha256 == Crypto.sha256(picture))
            // A retry draws another boundary and is the same upload all the same.
            let again = Self.form([("image", picture)], boundary: "another")
            let replay = try await server.upload(again, idempotencyKey: "k", headers: [Self.type("another")])
            #expect(replay.headers["idempotency-replayed"] == "true")
            #expect(replay.body == answer.body)
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func refusesFormsWithoutAPicture() async throws {
        try await ServerUnderTest.run { server in
            let without = try await server.upload(Self.form([("gate", [1])]), headers: [Self.type()])
            #expect(without.status == 400)
            #expect(without.string("code") == "missing_field")
            let cut = try await server.upload(Array("--x\r\n".utf8), headers: [Self.type()])
            #expect(cut.string("code") == "invalid_field")
            try await server.expectLedger(decisions: 0, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["image", "gate"])
    func refusesAPartThatComesTwice(_ name: String) async throws {
        try await ServerUnderTest.run { server in
            let picture = try Pictures.sharp(seed: 4)
            let body = Self.form([("image", picture), ("gate", Array("{}".utf8)), (name, picture)])
            let answer = try await server.upload(body, headers: [Self.type()])
            #expect(answer.status == 400)
            #expect(answer.string("code") == "duplicate_field")
        }
    }

    /// The digest is of the whole form, as it travelled.
    @Test(.timeLimit(.minutes(10)))
    func checksTheDigestOfTheWholeForm() async throws {
        try await ServerUnderTest.run { server in
            let body = Self.form([("image", try Pictures.sharp(seed: 4))])
            func digest(_ bytes: [UInt8]) -> (name: String, value: String) {
                let text = String(decoding: Encoding.base64(Crypto.sha256(bytes)), as: UTF8.self)
                return (name: "Content-Digest", value: "sha-256=:\(text):")
            }
            let right = try await server.upload(body, headers: [Self.type(), digest(body)])
            #expect(right.status == 200)
            let wrong = try await server.upload(body, headers: [Self.type(), digest([])])
            #expect(wrong.status == 400)
            #expect(wrong.string("code") == "digest_mismatch")
            let both = try await server.upload(body, headers: [Self.type(), digest(body), digest([])])
            #expect(both.string("code") == "digest_mismatch")
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func limitsEachKeyApartFromItsBudget() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try GateCase.documents { path, text in
            if path == "ios.json5" {
                try text.change(
                    "keepThumbnails: false,",
                    to: #"keepThumbnails: false, limits: { requests: 1, period: "1h", burst: 2 },"#
                )
            }
        }
        try await ServerUnderTest.run(setup) { server in
            let first = try await server.ask(GateCase.base())
            #expect(first.headers["ratelimit-policy"] == "\"key\";q=1;w=3600")
            #expect(first.headers["ratelimit"] == "\"key\";r=1;t=3600")
            _ = try await server.upload(try Pictures.sharp(seed: 5))
            let third = try await server.ask(GateCase.base())
            #expect(third.status == 429)
            #expect(third.string("code") == "rate_limited")
            #expect(third.headers["retry-after"] != nil)
            #expect(try await server.ask(GateCase.base(), key: ServerUnderTest.iosKey).status == 200)
            #expect(try await server.ask(GateCase.base(), profile: "android").status == 200)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func tellsOldAppsSoAtAnUpload() async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try GateCase.documents { path, text in
            if path == "ios.json5" {
                try text.change(
                    "keepThumbnails: false,",
                    to: #"keepThumbnails: false, devices: { minClient: { warn: "4.8.0", block: "3.0.0" } },"#
                )
            }
        }
        try await ServerUnderTest.run(setup) { server in
            let picture = try Pictures.sharp(seed: 6)
            let old = try await server.upload(
                picture,
                headers: [(name: "Torii-Client", value: "ios/4.7.0; class=high")]
            )
            #expect(old.status == 200)
            #expect(old.headers["torii-client-status"] == "deprecated")
            let ancient = try await server.upload(picture, headers: [(name: "Torii-Client", value: "ios/2.0")])
            #expect(ancient.status == 426)
        }
    }
}
