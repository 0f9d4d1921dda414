import Economics

extension Shape {
    /// `ios.json5`: one client platform.
    static let profile = Shape([
        .required("name", .name, "the profile's name; the file's name without its ending"),
        .required("scoreSpace", .scoreSpace, "the scorer and version the thresholds belong to"),
        .required("phase", .word(Phase.self), "measure records every verdict and sends everything; enforce counts"),
        .required("gate", .object(gate), "the gate's thresholds and switches"),
        .required("target", .object(target), "the send rate aimed at"),
        .optional("falseRejects", .object(falseRejects), "how many right answers may be lost, and how that is watched"),
        .required("revenue", .object(revenue), "what an upload earns"),
        .required("budget", .object(budget), "what may be spent"),
        .required("cloud", .object(cloud), "how survivors are classified"),
        .optional("governor", .object(governor), "when a device holds back"),
        .optional("cache", .object(cache), "whether answers are shared"),
        .optional("keepThumbnails", .flag, "whether small pictures of audits are kept for 30 days, for review"),
        .optional(
            "scoreSpaces",
            .map(.object(scoreSpace), least: 0),
            "how scores from devices are judged, by scorer and version"
        ),
        .optional("devices", .object(devices), "how devices work for the profile"),
        .optional("limits", .object(limits), "how many requests each key may make; without it: any number"),
        .optional("deferral", .object(deferral), "how answers come that a client lets wait"),
        .optional("door", .object(door), "how calls of Google's SDKs are served"),
    ])

    static let gate = Shape([
        .optional("enabled", .flag, "false sends everything unjudged"),
        .required("sharpness", .object(threshold), "least sharpness, 0...1"),
        .required("saliencyArea", .object(threshold), "least share of the picture that draws the eye"),
        .optional("abstractBypass", .flag, "keep abstract pictures and textures, which have little saliency"),
        .optional("ownWatermark", .flag, "reject pictures registered as our own"),
        .optional("background", .color, "what transparent pictures are judged on"),
        .optional("deadline", .duration(.milliseconds(50) ... .seconds(30)), "past it the picture is sent unjudged"),
        .optional("onDeadline", .word(GateSettings.OnDeadline.self), "what happens past the deadline"),
        .optional("onOverload", .word(GateSettings.OnOverload.self), "what is answered when too much work waits"),
    ])

    static let threshold = Shape([
        .required("min", .number(0...1), "a lower score rejects, an equal one sends"),
        .optional("floor", .number(0...1), "how low the threshold may be moved"),
        .optional("ceiling", .number(0...1), "how high the threshold may be moved"),
    ])

    static let target = Shape([
        .required("sendRate", .share, "sends including audits as a share of judged uploads"),
        .optional("mode", .word(TargetSettings.Mode.self), "whether thresholds are moved towards it"),
    ])

    static let falseRejects = Shape([
        .optional("max", .share, "the most right answers that may be lost, as a share of judged uploads"),
        .optional("goal", .share, "what is aimed at below max"),
        .optional("confidence", .number(0.5...0.9999), "of the bounds that are stated"),
        .optional("auditShare", .share, "share of rejects that are sent all the same, to count wrong ones"),
        .optional("secondModel", .text, "another model, which judges answered audits a second time"),
    ])

    static let governor = Shape([
        // Every device is at least nominal, and some never say more than unknown: they would never run.
        .optional(
            "pauseAtThermal",
            .word(GovernorSettings.Thermal.self, except: [.nominal, .unknown]),
            "from this thermal state on the device pauses"
        ),
        .optional("pause", .duration(.seconds(1) ... .seconds(600)), "how long it pauses"),
        .optional("minBattery", .share, "below this charge it stops"),
        .optional("resumeBattery", .share, "from this charge on it goes on"),
        .optional(
            "backgroundNeeds",
            .list(.word(GovernorSettings.Need.self), count: 0...2, unique: true),
            "what background work waits for"
        ),
        .optional("nightWindow", .nightWindow, "when background work runs, in the device's zone"),
    ])

    static let deferral = Shape([
        .optional(
            "deadline",
            .duration(.seconds(3600) ... .seconds(48 * 3600)),
            "how long a picture may wait to be sent with others"
        ),
        .optional("callback", .text, "where answers are posted as they come: an https URL, or one of this machine"),
    ])

    static let cache = Shape([
        .optional("near", .flag, "share answers between near duplicates"),
        .optional("nearDistance", .integer(0...31), "bits of 256 in which the hashes of near duplicates may differ"),
        .optional("nearRecheck", .share, "share of near duplicates sent all the same, to count answers that differ"),
    ])
}
