import Documents
import Ledger
import Policy
import Testing

/// `POST /v1/gate`: what devices really send, and what they are told.
struct GateTests {
    private static func server(
        _ documents: [PolicyDocument]? = nil,
        _ body: (ServerUnderTest) async throws -> Void
    ) async throws {
        var setup = ServerUnderTest.Setup()
        setup.documents = try documents ?? GateCase.documents()
        try await ServerUnderTest.run(setup, body)
    }

    private static let mlKit = #"""
        {"score_space":"ml-kit/17","scores":{"sharpness":0.31,"objectness_area":0.01},"labels":LABELS}
        """#

    private static func mlKit(labels: String) -> String { mlKit.replacing("LABELS", with: labels) }

    /// A heat map of 10 x 10 cells, so many of which are at the threshold.
    private static func heatMap(salient: Int, cells: Int = 100) -> String {
        let values = (0..<cells).map { $0 < salient ? "0.3" : "0.2999" }.joined(separator: ",")
        return #"{"heatMap":{"width":10,"height":10,"cells":[\#(values)]}}"#
    }

    private static func boxes(_ boxes: String) -> String { #"{"salientObjects":[\#(boxes)]}"# }

    private static func many(_ labels: [String]) -> String { "[" + labels.joined(separator: ",") + "]" }

    /// The size of Apple's whole list, in no order.
    private static func wholeTaxonomy(texture: Double, above: Int) -> String {
        var labels = (0..<1302).map { number in
            let confidence = number < above ? 0.9 - Double(number) / 1000 : 0.2 - Double(number) / 10_000
            return #"{"id":"unheard_of_label_\#(number)","confidence":\#(confidence)}"#
        }
        labels.insert(#"{"id":"textile","confidence":\#(texture)}"#, at: 651)
        return GateCase.base(labels: many(labels.reversed()))
    }

    static let cases = [
        GateCase(name: "1 base", body: GateCase.base()),
        GateCase(
            name: "2 ML Kit, snake case",
            profile: "android",
            body: mlKit(labels: #"[{"text":"Pattern","confidence":0.62}]"#),
            verdict: "send",
            reasons: ["abstract_bypass"]
        ),
        GateCase(
            name: "3 confidences in percent",
            body: GateCase.base(
                labels: #"[{"id":"dog","confidence":87},{"id":"textile","confidence":45},{"id":"sky","confidence":3}]"#
            ),
            verdict: "send",
            reasons: ["abstract_bypass"],
            normalised: ["scaled_percent"]
        ),
        GateCase(
            name: "4 confidences of two scales",
            body: GateCase.base(labels: #"[{"id":"dog","confidence":0.9},{"id":"textile","confidence":87}]"#),
            verdict: "send",
            reasons: ["insufficient_evidence"],
            warnings: ["labels_out_of_range"]
        ),
        GateCase(
            name: "5 number as text",
            body: GateCase.base(sharpness: #""0.10""#),
            reasons: ["too_blurry", "low_saliency"],
            normalised: ["number_as_string"]
        ),
        GateCase(
            name: "6 decimal comma",
            body: GateCase.base(sharpness: #""0,31""#),
            normalised: ["number_as_string", "decimal_comma"]
        ),
        GateCase(
            name: "7 a thousand or one and a bit",
            body: GateCase.base(sharpness: #""1,234""#),
            warnings: ["unusable_sharpness"]
        ),
        GateCase(
            name: "9 NaN as text",
            body: GateCase.base(attention: #""NaN""#),
            verdict: "send",
            reasons: ["insufficient_evidence"]
        ),
        GateCase(name: "10 a little below zero", body: GateCase.base(attention: "-0.0004")),
        GateCase(
            name: "10 far below zero",
            body: GateCase.base(attention: "-0.3"),
            verdict: "send",
            reasons: ["insufficient_evidence"],
            warnings: ["unusable_attentionArea"]
        ),
        GateCase(
            name: "11 hot phone without battery",
            body: GateCase.base(
                adding: #","device":{"family":"android","thermal":"SEVERE","battery":{"level":-1}},"mode":"batch""#
            )
        ),
        GateCase(
            name: "12 thermal number without a family",
            body: GateCase.base(adding: #","device":{"thermal":3},"mode":"batch""#),
            warnings: ["ambiguous_enum"]
        ),
        GateCase(
            name: "15 a later score space",
            body: GateCase.base([("scoreSpace", #""apple-vision/27""#)]),
            verdict: "send",
            reasons: ["unknown_score_space"]
        ),
        GateCase(
            name: "16 six equal confidences",
            body: GateCase.base(labels: many((0..<6).map { #"{"id":"label\#($0)","confidence":0.5}"# })),
            verdict: "send",
            reasons: ["insufficient_evidence"],
            warnings: ["labels_unusable"]
        ),
        GateCase(name: "17 label as text", profile: "android", body: mlKit(labels: #"["  Fast  food "]"#)),
        GateCase(
            name: "17 label in French",
            profile: "android",
            body: mlKit(labels: #"[{"text":"Motif","confidence":0.8}]"#),
            warnings: ["unknown_label"]
        ),
        GateCase(
            name: "17 label in French with its index",
            profile: "android",
            body: mlKit(labels: #"[{"text":"Motif","confidence":0.8,"index":409}]"#),
            verdict: "send",
            reasons: ["abstract_bypass"]
        ),
        GateCase(
            name: "17 an index that contradicts its text",
            profile: "android",
            body: mlKit(labels: #"[{"text":"Pattern","confidence":0.8,"index":54}]"#)
        ),
        GateCase(
            name: "17 an index of a model that Play services replace",
            profile: "android",
            body: mlKit(labels: #"[{"text":"Pattern","confidence":0.8,"index":54}]"#)
                .replacing("ml-kit/17", with: "ml-kit-gms/16"),
            verdict: "send",
            reasons: ["abstract_bypass"]
        ),
        GateCase(
            name: "17 a label Apple's engine never says",
            body: GateCase.base(labels: #"[{"id":"dog","confidence":0.9},{"id":"Köter","confidence":0.8}]"#),
            warnings: ["unknown_label"]
        ),
        GateCase(
            name: "18 the device ran out of time",
            body: #"{"scoreSpace":"apple-vision/18","scorer":{"status":"timedOut","elapsedMs":812}}"#,
            verdict: "send",
            reasons: ["gate_timed_out"]
        ),
        GateCase(
            name: "19 from the future and 1970",
            body: GateCase.base(adding: #","sentAt":"1970-01-01T00:00:00Z","schema":7,"foo":{}"#),
            warnings: ["unknown_keys", "schema_newer", "clock_skew"]
        ),
        GateCase(name: "20 the whole taxonomy", body: wholeTaxonomy(texture: 0.31, above: 64)),
        GateCase(
            name: "20 with a texture among the strongest 64",
            body: wholeTaxonomy(texture: 0.31, above: 63),
            verdict: "send",
            reasons: ["abstract_bypass"]
        ),
        GateCase(
            name: "kebab case",
            body: GateCase.base(
                [("scoreSpace", "")],
                adding: #","score-space":"apple-vision/18","sent-at":"2026-11-30T00:53:00Z""#
            )
        ),
        GateCase(
            name: "alias and name agree",
            body: GateCase.base(adding: #","score_space":"apple-vision/18""#)
        ),
        GateCase(
            name: "scores in percent",
            body: GateCase.base([("scores", #"{"sharpness":31,"attentionArea":2,"objectnessArea":1}"#)]),
            normalised: ["scaled_percent"]
        ),
        GateCase(
            name: "scores of no known scale",
            body: GateCase.base([("scores", #"{"sharpness":2.8,"attentionArea":2.7,"objectnessArea":0.1}"#)]),
            verdict: "send",
            reasons: ["scores_unusable"],
            warnings: ["scores_out_of_range"]
        ),
        GateCase(
            name: "no score can be read",
            body: GateCase.base([("scores", #"{"sharpness":true,"attentionArea":"x","objectnessArea":[]}"#)]),
            verdict: "send",
            reasons: ["scores_unusable"],
            warnings: ["unusable_sharpness", "unusable_attentionArea", "unusable_objectnessArea"]
        ),
        GateCase(
            name: "no labels where the space has them",
            body: GateCase.base([("labels", "")]),
            verdict: "send",
            reasons: ["insufficient_evidence"]
        ),
        GateCase(
            name: "sharp and salient",
            body: GateCase.base(attention: "0.3"),
            verdict: "send",
            reasons: ["gate_passed"]
        ),
        GateCase(
            name: "exactly at the thresholds",
            body: GateCase.base([("scores", #"{"sharpness":0.18,"attentionArea":0.06,"objectnessArea":0.06}"#)]),
            verdict: "send",
            reasons: ["gate_passed"]
        ),
        GateCase(
            name: "our own mark",
            body: GateCase.base([("scores", #"{"sharpness":0.5,"attentionArea":0.3,"ownWatermark":1}"#)]),
            reasons: ["own_watermark"]
        ),
        GateCase(
            name: "a screenshot is no art",
            body: GateCase.base(
                labels: #"[{"id":"textile","confidence":0.9},{"id":"screenshot","confidence":0.8},{"odd":1}]"#
            )
        ),
        GateCase(name: "a heat map below the threshold", body: GateCase.base(attentionMap: heatMap(salient: 5))),
        GateCase(
            name: "a heat map at the threshold",
            body: GateCase.base(attentionMap: heatMap(salient: 6)),
            verdict: "send",
            reasons: ["gate_passed"]
        ),
        GateCase(
            name: "a number wins over a heat map",
            body: GateCase.base(attentionMap: heatMap(salient: 100), more: #","attentionArea":0.02"#)
        ),
        GateCase(
            name: "a number that cannot be read leaves it to the heat map",
            body: GateCase.base(attentionMap: heatMap(salient: 100), more: #","attention_area":"x""#),
            verdict: "send",
            reasons: ["gate_passed"],
            warnings: ["unusable_attentionArea"]
        ),
        GateCase(
            name: "a heat map with a cell too few",
            body: GateCase.base(attentionMap: heatMap(salient: 6, cells: 99)),
            verdict: "send",
            reasons: ["insufficient_evidence"],
            warnings: ["unusable_attention"]
        ),
        GateCase(
            name: "a heat map with an impossible cell",
            body: GateCase.base(attentionMap: heatMap(salient: 0).replacing("[0.2999", with: "[255")),
            verdict: "send",
            reasons: ["insufficient_evidence"],
            warnings: ["unusable_attention"]
        ),
        GateCase(
            name: "a heat map in snake case beside percent",
            body: GateCase.base([
                (
                    "scores",
                    #"{"sharpness":31,"objectness_area":1,"attention":{"heat_map":{"width":1,"height":1,"cells":[1]}}}"#
                )
            ]),
            verdict: "send",
            reasons: ["gate_passed"],
            normalised: ["scaled_percent"]
        ),
        GateCase(
            name: "boxes that overlap count once",
            body: GateCase.base(
                attentionMap: boxes(
                    #"{"x":0.1,"y":0.1,"width":0.2,"height":0.2},{"x":0.1,"y":0.1,"width":0.2,"height":0.29}"#
                )
            )
        ),
        GateCase(
            name: "boxes side by side add up",
            body: GateCase.base(
                attentionMap: boxes(
                    #"{"x":0.1,"y":0.1,"width":0.2,"height":0.2},{"x":0.5,"y":0.1,"width":0.2,"height":0.2}"#
                )
            ),
            verdict: "send",
            reasons: ["gate_passed"]
        ),
        GateCase(
            name: "a box is clipped to the picture",
            body: GateCase.base(attentionMap: boxes(#"{"x":0.95,"y":-1,"width":5,"height":3}"#))
        ),
        GateCase(
            name: "a box of negative size is dropped",
            body: GateCase.base(
                attentionMap: boxes(
                    #"{"x":0.9,"y":0.9,"width":-0.9,"height":-0.9},{"x":0,"y":0,"width":0.2,"height":0.2}"#
                )
            ),
            warnings: ["unusable_box"]
        ),
        GateCase(
            name: "boxes of a model that did not run",
            body: GateCase.base(attentionMap: boxes(#"{"x":"NaN","y":"NaN","width":"NaN","height":"NaN"}"#)),
            verdict: "send",
            reasons: ["insufficient_evidence"],
            warnings: ["unusable_box", "unusable_attention"]
        ),
        GateCase(name: "no salient object at all", body: GateCase.base(attentionMap: boxes(""))),
        GateCase(
            name: "no list of salient objects",
            body: GateCase.base(attentionMap: #"{"salientObjects":null}"#),
            verdict: "send",
            reasons: ["insufficient_evidence"]
        ),
        GateCase(
            name: "a label past its own precision curve",
            body: GateCase.base(labels: #"[{"id":"textile","confidence":0.2,"meets_precision":true}]"#),
            verdict: "send",
            reasons: ["abstract_bypass"]
        ),
        GateCase(
            name: "a simulator's time-out in another spelling",
            body: #"{"score_space":"apple-vision/18","scorer":{"status":"TIMED_OUT","first_run":true}}"#,
            verdict: "send",
            reasons: ["gate_timed_out"]
        ),
        GateCase(
            name: "a negative share beside percent",
            body: GateCase.base([("scores", #"{"sharpness":31,"attentionArea":-5,"objectnessArea":0}"#)]),
            verdict: "send",
            reasons: ["insufficient_evidence"],
            normalised: ["scaled_percent"],
            warnings: ["unusable_attentionArea"]
        ),
        GateCase(
            name: "ten is no percentage",
            body: GateCase.base([("scores", #"{"sharpness":10,"attentionArea":2,"objectnessArea":1}"#)]),
            verdict: "send",
            reasons: ["scores_unusable"],
            warnings: ["scores_out_of_range"]
        ),
        GateCase(
            name: "equal values under two names",
            body: GateCase.base(
                [("scores", #"{"sharpness":0.31,"attentionArea":0.02,"attention_area":0.020,"objectnessArea":0.01}"#)],
                adding: #","sent_at":"2026-11-30T00:53:00Z","sentAt":"2026-11-30T00:53:00Z""#
            )
        ),
        GateCase(name: "nothing", body: "{}", verdict: "send", reasons: ["unknown_score_space"]),
        GateCase(
            name: "another spelling of skew",
            body: GateCase.base(adding: #","sentAt":"yesterday""#)
        ),
        GateCase(
            name: "a clock half an hour fast",
            body: GateCase.base(adding: #","sentAt":"2026-11-30T10:23:20+09:00""#),
            warnings: ["clock_skew"]
        ),
    ]

    @Test(.timeLimit(.minutes(10)), arguments: cases)
    func judgesWhatDevicesSend(sample: GateCase) async throws {
        try await Self.server { server in
            let answer = try await server.ask(sample.body, profile: sample.profile)
            #expect(answer.status == 200)
            #expect(answer.string("verdict") == sample.verdict)
            #expect(answer["reasons"]?.array?.compactMap { $0["code"]?.string } == sample.reasons)
            #expect(answer.strings("normalised") == sample.normalised)
            #expect(answer.strings("warnings") == sample.warnings)
            #expect(answer.string("policy.profile") == sample.profile)
            #expect(answer.headers["torii-policy-revision"] == "1")
            let record = try #require(try await server.decisions().first)
            #expect(record.id == answer.string("decisionId"))
            #expect(record.id == answer.decision)
            #expect(record.route == .gate)
            #expect(record.outcome == (sample.verdict == "send" ? nil : .rejected))
            #expect(record.reasons.map(\.rawValue) == sample.reasons)
            try await server.expectLedger(decisions: 1, attempts: 0)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func namesTheLabelThatEarnsTheBypass() async throws {
        try await Self.server { server in
            let answer = try await server.ask(
                GateCase.base(labels: #"[{"id":"Polka Dots","confidence":"62 %"},{"name":"textile","score":0.4}]"#)
            )
            #expect(answer.string("reasons.0.code") == "abstract_bypass")
            #expect(answer.string("reasons.0.label") == "polka_dots")
            #expect(answer["reasons.0.confidence"]?.double == 0.62)
            #expect(answer.string("localLabel.category") == "pattern")
            #expect(answer["localLabel.confidence"]?.double == 0.62)
            #expect(answer.strings("normalised") == ["number_as_string", "scaled_percent"])
            #expect(answer.integer("upload.maxSide") == 1024)
            #expect(answer.string("upload.deadline") == "20000ms")
        }
    }

    /// Sharpness as clients write it, and the reading of it: nil is missing, a text a warning.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("0.1", true, []), (".1", nil, []), ("\".1\"", true, ["number_as_string"]),
            ("\"1e-1\"", true, ["number_as_string"]), ("\"10%\"", true, ["number_as_string", "scaled_percent"]),
            ("\"10 %\"", true, ["number_as_string", "scaled_percent"]),
            ("\"\u{A0}0,1\"", true, ["number_as_string", "decimal_comma"]),
            ("\"0,123\"", true, ["number_as_string", "decimal_comma"]),
            ("\"\u{660}\u{66B}\u{661}\"", true, ["number_as_string"]),
            ("\"\u{2212}0.0001\"", true, ["number_as_string"]), ("\"+0.5\"", false, ["number_as_string"]),
            ("\"00,123\"", true, ["number_as_string", "decimal_comma"]),
            ("\"1,7e-1\"", true, ["number_as_string", "decimal_comma"]),
            ("\"17 %\"", true, ["number_as_string", "scaled_percent"]),
            ("1.0005", false, []), ("1", false, []),
        ] as [(String, Bool?, [String])]
    )
    func readsNumbersAsTheyAreWritten(text: String, isBlurry: Bool?, normalised: [String]) async throws {
        try await Self.server { server in
            let answer = try await server.ask(GateCase.base(sharpness: text))
            guard let isBlurry else {
                #expect(answer.string("code") == "invalid_json")
                return
            }
            #expect(answer["reasons"]?.array?.contains { $0["code"]?.string == "too_blurry" } == isBlurry)
            #expect(answer.strings("normalised") == normalised)
            #expect(answer.strings("warnings") == [])
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("null", []), ("-1", []), ("\"\"", []), ("\"-1\"", []), ("\"nan\"", []), ("\"null\"", []), ("\"n/a\"", []),
            ("true", ["unusable_sharpness"]), ("\"0x1p-3\"", ["unusable_sharpness"]),
            ("\"1.234,5\"", ["unusable_sharpness"]), ("\"1,2,3\"", ["unusable_sharpness"]),
            ("\"abc\"", ["unusable_sharpness"]), ("{}", ["unusable_sharpness"]), ("\"1e9999\"", ["unusable_sharpness"]),
            ("\"0 1\"", ["unusable_sharpness"]), ("\"1 234\"", ["unusable_sharpness"]),
            ("\"1,234e-4\"", ["unusable_sharpness"]), ("\"1,234 %\"", ["unusable_sharpness"]),
            ("\"1.\"", ["unusable_sharpness"]), ("\"1e\"", ["unusable_sharpness"]),
            ("\"1  %\"", ["unusable_sharpness"]), ("\"½\"", ["unusable_sharpness"]), ("\" NaN \"", []),
            ("\"-1.0\"", []), ("\"−١\"", []),
            ("\"inf\"", ["unusable_sharpness"]), ("\"--1\"", ["unusable_sharpness"]),
        ] as [(String, [String])]
    )
    func takesNothingForASharpnessThatCannotBeRead(text: String, warnings: [String]) async throws {
        try await Self.server { server in
            let answer = try await server.ask(GateCase.base(sharpness: text))
            #expect(answer["reasons"]?.array?.compactMap { $0["code"]?.string } == ["low_saliency"])
            #expect(answer.strings("warnings") == warnings)
            #expect(try await server.decisions().first?.evidence.sharpness == nil)
        }
    }
}
