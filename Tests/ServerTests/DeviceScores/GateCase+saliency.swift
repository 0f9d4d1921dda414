extension GateCase {
    /// Saliency as a map or as boxes, instead of a number.
    static let saliency = [
        GateCase(name: "a heat map below the threshold", body: GateCase.base(attentionMap: heatMap(salient: 5))),
        GateCase(
            name: "a heat map at the threshold",
            body: GateCase.base(attentionMap: heatMap(salient: 6)),
            verdict: "send",
            reasons: ["gate_passed"]
        ),
        GateCase(
            name: "a heat map whose sides are written with a point",
            body: GateCase.base(attentionMap: heatMap(salient: 5).replacing(":10,", with: ":10.0,"))
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
    ]

    /// A heat map of 10 x 10 cells, so many of which are at the threshold.
    private static func heatMap(salient: Int, cells: Int = 100) -> String {
        let values = (0..<cells).map { $0 < salient ? "0.3" : "0.2999" }.joined(separator: ",")
        return #"{"heatMap":{"width":10,"height":10,"cells":[\#(values)]}}"#
    }

    private static func boxes(_ boxes: String) -> String { #"{"salientObjects":[\#(boxes)]}"# }
}
