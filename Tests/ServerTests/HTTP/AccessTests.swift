import Platform
import Testing

/// Who may do what.
struct AccessTests {
    private typealias Server = ServerUnderTest

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("POST", "/v1/classify", nil, 401, "unauthenticated"), ("POST", "/v1/gate", nil, 401, "unauthenticated"),
            ("POST", "/v1/classify", "nobody", 401, "unauthenticated"),
            ("POST", "/v1/classify", ServerUnderTest.readKey, 403, "forbidden"),
            ("POST", "/v1/gate", ServerUnderTest.readKey, 403, "forbidden"),
            ("POST", "/v1/gate", ServerUnderTest.adminKey, 200, nil),
            ("GET", "/metrics", ServerUnderTest.clientKey, 403, "forbidden"),
            ("GET", "/dashboard", ServerUnderTest.clientKey, 403, "forbidden"),
            ("GET", "/v1/reports/economics", ServerUnderTest.clientKey, 403, "forbidden"),
            ("GET", "/v1/decisions/x", ServerUnderTest.clientKey, 404, "not_found"),
            ("GET", "/metrics", "nobody", 401, "unauthenticated"),
            ("GET", "/metrics", ServerUnderTest.readKey, 200, nil),
            ("GET", "/metrics", ServerUnderTest.adminKey, 200, nil), ("GET", "/metrics", nil, 200, nil),
            ("GET", "/dashboard", nil, 200, nil), ("GET", "/healthz", nil, 200, nil), ("GET", "/readyz", nil, 200, nil),
        ] as [(String, String, String?, Int, String?)]
    )
    func asksForTheScopeOfTheRoute(
        method: String,
        path: String,
        key: String?,
        status: Int,
        code: String?
    ) async throws {
        try await Server.run { server in
            let answer = try await server.request(
                method,
                path,
                key: key,
                headers: [(name: "Torii-Profile", value: "ios")],
                body: method == "POST" ? Array("{}".utf8) : []
            )
            #expect(answer.status == status)
            if let code { #expect(answer.string("code") == code) }
            #expect((answer.headers["www-authenticate"] == "Bearer") == (status == 401))
        }
    }

    /// Every proxy's clients look local: who came through one needs a key.
    @Test(.timeLimit(.minutes(10)), arguments: ["X-Forwarded-For", "Forwarded", "Via"])
    func takesNobodyBehindAProxyForLocal(header: String) async throws {
        try await Server.run { server in
            let headers = [(name: header, value: "203.0.113.9")]
            let answer = try await server.request("GET", "/dashboard", headers: headers)
            #expect(answer.status == 401)
            #expect(answer.headers["www-authenticate"] == "Bearer")
            let withKey = try await server.request("GET", "/dashboard", key: Server.readKey, headers: headers)
            #expect(withKey.status == 200)
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("127.0.0.1", 200), ("127.9.9.9", 200), ("::1", 200), ("::ffff:127.0.0.1", 200), ("local", 200),
            ("192.0.2.7", 401), ("2001:db8::1", 401), ("", 401),
        ]
    )
    func readsWithoutAKeyFromThisMachineAlone(peer: String, status: Int) async throws {
        try await Server.run { server in
            let response = await server.server.service.response(
                to: HTTPRequest(method: "GET", path: "/dashboard", peer: peer)
            )
            #expect(response.status == status)
        }
    }

    /// A page in a browser here may reach this machine under a name of its own.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("localhost", 200), ("LOCALHOST:8080", 200), ("127.0.0.1:1", 200), ("[::1]:80", 200), ("[::1]", 200),
            ("localhost:80.evil.example", 401), ("localhost.evil.example", 401), ("127.0.0.1.evil.example", 401),
            ("evil.example", 401), ("localhost:8080:1", 401),
        ]
    )
    func readsWithoutAKeyUnderNamesOfThisMachineAlone(host: String, status: Int) async throws {
        try await Server.run { server in
            let response = await server.server.service.response(
                to: HTTPRequest(
                    method: "GET",
                    path: "/dashboard",
                    headers: [(name: "host", value: host)],
                    peer: "127.0.0.1"
                )
            )
            #expect(response.status == status)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func forgetsARevokedKeyAtItsStart() async throws {
        let setup = Server.Setup()
        try await setup.store.addKey(Server.key("client", Server.clientKey, .client))
        try await setup.store.revokeKey(id: "client", at: .seconds(1_795_500_000))
        try await Server.run(setup) { server in
            let answer = try await server.ask("{}")
            #expect(answer.status == 401)
            #expect(answer.string("detail") == "this key is unknown or revoked")
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            (ServerUnderTest.iosKey, nil, 200, nil, "ios"), (ServerUnderTest.iosKey, "ios", 200, nil, "ios"),
            (ServerUnderTest.iosKey, "android", 403, "profile_forbidden", nil),
            (ServerUnderTest.clientKey, "android", 200, nil, "android"),
            (ServerUnderTest.clientKey, nil, 400, "missing_field", nil),
            (ServerUnderTest.clientKey, "windows", 404, "unknown_profile", nil),
            (ServerUnderTest.adminKey, "ios", 200, nil, "ios"),
        ] as [(String, String?, Int, String?, String?)]
    )
    func servesTheProfileOfTheHeaderElseOfTheKey(
        key: String,
        profile: String?,
        status: Int,
        code: String?,
        served: String?
    ) async throws {
        try await Server.run { server in
            let answer = try await server.upload(Pictures.blurred(), profile: profile, key: key)
            #expect(answer.status == status)
            #expect(answer.string("code") == code)
            #expect(answer.string("profile") == served)
            try await server.expectLedger(decisions: status == 200 ? 1 : 0, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["Basic abc", "Bearer", "Bearer ", "bearer nobody", "token"])
    func takesBearerKeysAlone(value: String) async throws {
        try await Server.run { server in
            let answer = try await server.request(
                "POST",
                "/v1/gate",
                headers: [(name: "Authorization", value: value), (name: "Torii-Profile", value: "ios")],
                body: Array("{}".utf8)
            )
            #expect(answer.status == 401)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func takesTheSchemeInAnyCase() async throws {
        try await Server.run { server in
            let answer = try await server.request(
                "POST",
                "/v1/gate",
                headers: [
                    (name: "authorization", value: "BEARER  \(Server.clientKey)"),
                    (name: "Torii-Profile", value: "ios"),
                ],
                body: Array("{}".utf8)
            )
            #expect(answer.status == 200)
        }
    }
}
