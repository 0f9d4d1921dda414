extension Shape {
    static let scoreSpace = Shape([
        .required("sharpness", .object(leastSharpness), "least sharpness, 0...1"),
        .required("saliencyArea", .object(leastArea), "least share of the picture that draws the eye"),
        .optional(
            "abstract",
            .object(abstractLabels),
            "which labels stand for an abstract picture; without it: no labels"
        ),
    ])

    static let leastSharpness = Shape([.required("min", .number(0...1), "a lower score rejects, an equal one sends")])

    static let leastArea = Shape([
        .required("min", .number(0...1), "smaller areas reject, an equal one sends"),
        .optional("cellThreshold", .number(0...1), "from this value on a heat map's cell counts"),
        .optional(
            "needs",
            .list(.word(ScoreSpaceSettings.areaNames.map(\.name)), count: 1...2, unique: true),
            "the areas the scorer measures"
        ),
    ])

    static let abstractLabels = Shape([
        .required("minConfidence", .share, "confidence from which a label counts"),
        .required("labels", .object(labelLists), "the labels, in any case and with any separators"),
    ])

    static let labelLists = Shape(
        BypassLabel.Kind.allCases.map { .optional($0.rawValue, labels, "labels of this kind: keep the picture") }
            + [.optional("never", labels, "labels that forbid keeping it: screenshots are never art")]
    )

    private static let labels = Form.list(.text, count: 0...2000, unique: false)

    static let devices = Shape([
        .optional("steps", .list(.object(deviceStep), count: 0...8, unique: false), "what the gate measures, in order"),
        .optional("maxImagesPerRun", .integer(1...1_000_000), "images of one run over a library"),
        .optional("upload", .object(deviceUpload), "what devices upload"),
        .optional("refresh", .object(deviceRefresh), "when devices ask for the policy again"),
        .optional("minClient", .object(minClient), "versions of the app that are too old"),
        .optional("rollout", .object(rollout), "which devices take this revision"),
        .optional("dayBackgroundShare", .share, "share of the full rate outside the night window"),
    ])

    static let limits = Shape([
        .required("requests", .integer(1...1_000_000), "in a period, evenly"),
        .required("period", .duration(.seconds(1) ... .seconds(86_400)), "of the requests"),
        .optional("burst", .integer(1...1_000_000), "how many may come at once after a pause"),
    ])

    static let door = Shape([
        .optional("onReject", .word(DoorSettings.OnReject.self), "what becomes of a picture the gate rejects")
    ])

    static let deviceStep = Shape([
        .required("name", .word(DeviceSettings.Step.Name.self), "the measure"),
        .required("budget", .duration(.milliseconds(1) ... .seconds(30)), "after which the device goes on without it"),
        .optional(
            "classes",
            .list(.word(DeviceSettings.Class.self), count: 0...3, unique: true),
            "the classes of devices that run it"
        ),
    ])

    static let deviceUpload = Shape([
        .optional("maxSide", .integer(224...8192), "longer side, pixels"),
        .optional("quality", .number(0.3...1), "of lossy formats"),
        .optional(
            "formats",
            .list(.word(DeviceSettings.Format.self), count: 1...4, unique: true),
            "in order of liking"
        ),
    ])

    static let deviceRefresh = Shape([
        .optional("minFetchInterval", .duration(.seconds(900) ... .seconds(2_592_000)), "between two fetches"),
        .optional("staleAfter", .duration(.seconds(900) ... .seconds(31_536_000)), "past it a device sends everything"),
    ])

    static let minClient = Shape([
        .optional("warn", .text, "older versions are told so"),
        .optional("block", .text, "older versions are refused"),
    ])

    static let rollout = Shape([
        .required("share", .share, "of the devices"),
        .required("salt", .text, "one for each rollout, so that not the same devices come first every time"),
        .optional("otherwiseRevision", .integer(1...2_147_483_647), "what the other devices keep"),
    ])
}
