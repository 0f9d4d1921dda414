extension GateCase {
    /// What devices of both families were seen to send, by their number in the contract.
    static let devices = [
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
    ]

    private static let mlKit = #"""
        {"score_space":"ml-kit/17","scores":{"sharpness":0.31,"objectness_area":0.01},"labels":LABELS}
        """#

    private static func mlKit(labels: String) -> String { mlKit.replacing("LABELS", with: labels) }

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
}
