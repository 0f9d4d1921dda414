import Testing

/// What an app is told about its own version.
struct GateClientTests {
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("4.8.0", 200, nil), ("4.7.9", 200, "deprecated"), ("3.0.0", 200, "deprecated"), ("2.99.1", 426, nil),
            ("3.0.0-beta.2", 426, nil), ("nightly", 200, nil),
        ] as [(String, Int, String?)]
    )
    func refusesAppsThatAreTooOld(version: String, status: Int, header: String?) async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try GateCase.documents { path, text in
            guard path == "ios.json5" else { return }
            try text.change(
                "keepThumbnails: false,",
                to: #"keepThumbnails: false, devices: { minClient: { warn: "4.8.0", block: "3.0.0" } },"#
            )
        }
        try await ServerUnderTest.run(setup) { server in
            let answer = try await server.ask(GateCase.base(adding: #","client":{"version":"\#(version)"}"#))
            #expect(answer.status == status)
            #expect(answer.headers["torii-client-status"] == header)
            if status == 426 {
                #expect(answer.string("code") == "client_too_old")
                #expect(answer.string("oldest") == "3.0.0")
            }
            try await server.expectLedger(decisions: status == 426 ? 0 : 1, attempts: 0)
        }
    }
}
