import Documents
import Ledger
import Platform
import Policy
import Testing

/// Uploads that say what their device made of the picture.
struct UploadedScoresTests {
    private typealias Header = (name: String, value: String)

    private static func server(_ body: (ServerUnderTest) async throws -> Void) async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try GateCase.documents()
        try await ServerUnderTest.run(setup, body)
    }

    private static func scores(_ report: String) -> Header {
        (name: "Torii-Scores", value: Encoding.base64URL(Array(report.utf8)))
    }

    private static func form(_ report: String, _ picture: [UInt8]) -> (body: [UInt8], type: Header) {
        func part(_ name: String, _ type: String) -> [UInt8] {
            Array("--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\nContent-Type: \(type)\r\n\r\n".utf8)
        }
        let lineEnd = Array("\r\n".utf8)
        let body =
            part("gate", "application/json") + Array(report.utf8) + lineEnd + part("image", "image/jpeg") + picture
            + lineEnd + Array("--x--\r\n".utf8)
        return (body, (name: "Content-Type", value: "multipart/form-data; boundary=x"))
    }

    /// The device would have kept it; the server measured a sharp picture and sent it.
    @Test(.timeLimit(.minutes(10)))
    func recordsTheDevicesScoresBesideItsOwn() async throws {
        try await Self.server { server in
            let report = GateCase.base(
                adding:
                    #","client":{"version":"4.12.0","policyRevision":0,"verdict":"reject"},"sentAt":"1970-01-01T00:00:00Z""#
            )
            let answer = try await server.upload(try Pictures.sharp(seed: 1), headers: [Self.scores(report)])
            #expect(answer.string("outcome") == "sent")
            #expect(answer.string("device.scoreSpace") == "apple-vision/18")
            #expect(answer.string("device.verdict") == "reject")
            #expect(answer.strings("device.reasons") == ["low_saliency"])
            #expect(answer["device.policyRevisionStale"]?.bool == true)
            #expect(answer.strings("device.warnings") == ["clock_skew"])
            #expect(answer.string("governor.sends") == "now")
            let record = try #require(try await server.decisions().first)
            #expect(record.scoreSpace == "torii/1")
            #expect(record.verdict == .send)
            #expect(
                record.device
                    == DeviceScores(
                        space: "apple-vision/18",
                        sharpness: 0.31,
                        attentionArea: 0.02,
                        objectnessArea: 0.01,
                        verdict: .reject,
                        reasons: [.lowSaliency],
                        claim: .reject,
                        clientVersion: "4.12.0",
                        notes: ["clock_skew"]
                    )
            )
            let shown = try await server.get("/v1/decisions/\(record.id)")
            #expect(shown["device.scores.sharpness"]?.double == 0.31)
            #expect(shown.string("device.claim") == "reject")
            let told = try await server.get("/v1/decisions/\(record.id)?format=text").text
            #expect(told.contains("scored by apple-vision/18, app 4.12.0"))
            #expect(told.contains("reject (low_saliency); the app decided reject"))
            try await server.expectLedger(decisions: 1, attempts: 1)
        }
    }

    /// One reader: whatever way a report comes, it is read alike.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            GateCase.base(sharpness: "\"0,10\""), GateCase.base(sharpness: "\"1,234\""),
            GateCase.base(attention: "\"NaN\""),
            GateCase.base(labels: #"[{"id":"dog","confidence":87},{"id":"textile","confidence":45}]"#),
            GateCase.base(labels: #"[{"id":"dog","confidence":0.9},{"id":"sky","confidence":87}]"#),
            GateCase.base([("scoreSpace", #""apple-vision/27""#)]),
            GateCase.base([("scores", ""), ("labels", "")], adding: #","scorer":{"status":"timed_out"}"#),
            #"{"score_space":"apple-vision/18","scores":{"sharpness":"12 %","attention_area":0.02}}"#,
            GateCase.base(adding: #","schema":7,"foo":{}"#),
        ]
    )
    func readsReportsAsTheGateDoes(report: String) async throws {
        try await Self.server { server in
            let asked = try await server.ask(report)
            let picture = try Pictures.blurred()
            let byHeader = try await server.upload(picture, headers: [Self.scores(report)])
            let form = Self.form(report, picture)
            let byPart = try await server.upload(form.body, headers: [form.type])
            for answer in [byHeader, byPart] {
                #expect(answer.status == 200)
                let reasons = answer.strings("device.reasons")
                #expect(reasons == asked["reasons"]?.array?.compactMap { $0["code"]?.string })
                #expect(answer.strings("device.normalised") == asked.strings("normalised"))
                #expect(answer.strings("device.warnings") == asked.strings("warnings"))
                #expect(answer.strings("warnings") == nil)
            }
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ([(name: "Torii-Scores", value: "###")], "Torii-Scores not used: it is not base64url"),
            (
                [(name: "Torii-Scores", value: String(repeating: "A", count: 4_097))],
                "Torii-Scores not used: it takes 4096 characters, found 4097; send a form with a part `gate`"
            ),
            (
                [UploadedScoresTests.scores(#"{"scoreSpace":"a/1","scoreSpace":"b/1"}"#)],
                "scores not used: duplicate_field: "
            ),
            ([UploadedScoresTests.scores(#"{"scores":{"sharpness":NaN}}"#)], "scores not used: invalid_json: "),
            ([UploadedScoresTests.scores(#"{"scores":{"sharpness":1}}"#)], "scores not used: missing_field: "),
            (
                [(name: "Torii-Device", value: "thermal=")],
                "Torii-Device not used: it is no dictionary of structured fields such as `thermal=fair`"
            ),
        ] as [([(name: String, value: String)], String)]
    )
    func neverFailsAnUploadForWhatItCannotRead(headers: [(name: String, value: String)], warning: String) async throws {
        try await Self.server { server in
            let answer = try await server.upload(try Pictures.sharp(seed: 2), headers: headers)
            #expect(answer.string("outcome") == "sent")
            #expect(answer.strings("warnings")?.count == 1)
            #expect(answer.string("warnings.0")?.hasPrefix(warning) == true)
            #expect(answer["device"] == nil)
            #expect(try await server.decisions().map(\.device) == [nil])
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func takesThePartBeforeTheHeader() async throws {
        try await Self.server { server in
            let form = Self.form(GateCase.base(sharpness: "0.10"), try Pictures.sharp(seed: 3))
            let answer = try await server.upload(form.body, headers: [form.type, Self.scores(GateCase.base())])
            #expect(answer.strings("device.reasons")?.first == "too_blurry")
            #expect(answer.strings("warnings") == ["Torii-Scores not used: the form has a part `gate`"])
        }
    }

    /// The state of the phone in words of its header; numbers by the family of the app.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            (
                "thermal=fair, battery=0.65, power=charging, net=wifi, metered=?0, app=fg, tz=\"Asia/Tokyo\"", "run",
                "ok", []
            ),
            ("thermal=3", "skip", "thermal_critical", []), ("net=none", "run", "offline", []),
            ("net=cellular, ultraconstrained", "run", "network_constrained", []),
            ("thermal=3;source=os, family=android", "run", "ok", []), ("tz=JST", "run", "ok", ["unknown_time_zone"]),
            (
                "thermal=lava, battery=600, power=steam, net=pigeon, app=warp", "run", "ok",
                ["unknown_thermal", "unknown_battery", "unknown_power", "unknown_network", "unknown_app"]
            ),
            ("thermal=unknown, battery=-1, power=not_charging, net=unknown", "run", "ok", []),
        ] as [(String, String, String, [String])]
    )
    func answersWithAdviceToTheDevice(header: String, local: String, reason: String, warnings: [String]) async throws {
        try await Self.server { server in
            let answer = try await server.upload(
                try Pictures.blurred(),
                headers: [
                    (name: "Torii-Device", value: header), (name: "Torii-Client", value: "ios/4.12.0; class=high"),
                ]
            )
            #expect(answer.string("governor.local") == local)
            #expect(answer.string("governor.reason") == reason)
            #expect(answer.strings("device.warnings") == warnings)
            // A state is no score.
            #expect(try await server.decisions().map(\.device) == [nil])
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func tellsHowFarBothScorersAgree() async throws {
        try await Self.server { server in
            let sends = GateCase.base(attention: "0.3")
            let blurry = GateCase.base(sharpness: "\"0,10\"")
            for (seed, report) in [(1, sends), (2, sends), (3, blurry)] as [(UInt64, String)] {
                _ = try await server.upload(
                    try Pictures.sharp(seed: seed),
                    headers: [Self.scores(report), (name: "Torii-Client", value: "ios/4.12.0")]
                )
            }
            _ = try await server.upload(try Pictures.blurred(4), headers: [Self.scores(blurry)])
            _ = try await server.upload(try Pictures.blurred(5), headers: [Self.scores(sends)])
            let simulated = GateCase.base(adding: #","scorer":{"simulated":true}"#)
            _ = try await server.upload(try Pictures.blurred(6), headers: [Self.scores(simulated)])
            let report = try await server.get("/v1/reports/parity?format=json")
            #expect(report["spaces"]?.array?.count == 1)
            #expect(report.string("spaces.0.profile") == "ios")
            #expect(report.string("spaces.0.scoreSpace") == "apple-vision/18")
            #expect(report.integer("spaces.0.pictures") == 5)
            #expect(report.integer("spaces.0.measuredHere") == 5)
            #expect(report.integer("spaces.0.simulated") == 1)
            #expect(report.integer("spaces.0.agreement.bothSend") == 2)
            #expect(report.integer("spaces.0.agreement.bothReject") == 1)
            #expect(report.integer("spaces.0.agreement.deviceAlone") == 1)
            #expect(report.integer("spaces.0.agreement.serverAlone") == 1)
            #expect(report["spaces.0.agreement.share"]?.double == 0.6)
            #expect(report.integer("spaces.0.deviceRejects.asked") == 1)
            #expect(report.string("spaces.0.versions.0.version") == "4.12.0")
            #expect(report.integer("spaces.0.versions.0.pictures") == 3)
            #expect(report.integer("spaces.0.notes.number_as_string") == 2)
            #expect(report.integer("spaces.0.notes.decimal_comma") == 2)
            #expect(report["spaces.0.scores.0.deviceShare"]?.double == 0.4)
            #expect(report["spaces.0.scores.0.matchingThreshold"]?.isNull == true)
            let text = try await server.get("/v1/reports/parity").text
            #expect(text.contains("60.00 % of 5 the same: both send 2, both reject 1; the device alone rejects 1"))
            let other = try await server.get("/v1/reports/parity?profile=android&format=json")
            #expect(other["spaces"]?.array?.isEmpty == true)
            #expect(try await server.get("/v1/reports/parity?profile=windows").status == 404)
            let metrics = try Metrics(try await server.get("/metrics").text)
            #expect(metrics[#"torii_device_notes_total{profile="ios",note="decimal_comma"}"#] == "2")
        }
    }
}
