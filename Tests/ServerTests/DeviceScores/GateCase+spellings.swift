extension GateCase {
    /// Other spellings, scales and gaps.
    static let spellings = [
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

}
