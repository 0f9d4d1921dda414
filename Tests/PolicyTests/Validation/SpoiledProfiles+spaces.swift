extension Spoiled {
    /// Mistakes in what a profile says about scorers on devices.
    static let spaces: [Spoiled] = [
        Spoiled(
            "android.json5",
            "keepThumbnails: false",
            #"""

            scoreSpaces: []
            """#,
            #"""
            android.json5:18:14 error [policy.type] scoreSpaces: scoreSpaces must be an object with score spaces \#
            such as "apple-vision/18" as keys, found an empty list
            """#
        ),
        Spoiled(
            "android.json5",
            "keepThumbnails: false",
            #"""

            scoreSpaces: { "Apple": {} }
            """#,
            #"""
            android.json5:18:25 error [policy.value] scoreSpaces.Apple: `Apple` is no scorer and its version \#
            such as "apple-vision/18"
            """#
        ),
        Spoiled(
            "android.json5",
            "keepThumbnails: false",
            #"""

            scoreSpaces: { "a/1": {sharpness: { min: 0.1 } } }
            """#,
            #"""
            android.json5:18:23 error [policy.missing] scoreSpaces.a/1.saliencyArea: \#
            scoreSpaces.a/1.saliencyArea is missing
            """#
        ),
        Spoiled(
            "android.json5",
            "keepThumbnails: false",
            #"""

            scoreSpaces: { "a/1": { sharpness: { min: 2 }, saliencyArea: { min: 0.1 } } }
            """#,
            #"""
            android.json5:18:43 error [policy.range] scoreSpaces.a/1.sharpness.min: \#
            scoreSpaces.a/1.sharpness.min must be 0...1, found 2
            """#
        ),
        Spoiled(
            "android.json5",
            "keepThumbnails: false",
            #"""

            scoreSpaces: { "a/1": { sharpness: { min: 0.1 }, saliencyArea: { min: 0.1, needs: [] } } }
            """#,
            #"""
            android.json5:18:83 error [policy.value] scoreSpaces.a/1.saliencyArea.needs: \#
            scoreSpaces.a/1.saliencyArea.needs must be a list with at least one area, found an empty list
            """#
        ),
        Spoiled(
            "android.json5",
            "keepThumbnails: false",
            #"""

            scoreSpaces: { "a/1": { sharpness: { min: 0.1 }, saliencyArea: { min: 0.1 }, abstract: { \#
            minConfidence: 0.3, labels: { pattern: ["Polka dots"], never: ["polka_dots"] } } } }
            """#,
            #"""
            android.json5:18:153 error [policy.duplicate] scoreSpaces.a/1.abstract.labels.never[0]: `polka_dots` \#
            is listed twice
            """#
        ),
        Spoiled(
            "android.json5",
            "keepThumbnails: false",
            #"""

            scoreSpaces: { "a/1": { sharpness: { min: 0.1 }, saliencyArea: { min: 0.1 }, abstract: {labels: {} } \#
            } }
            """#,
            #"""
            android.json5:18:88 error [policy.missing] scoreSpaces.a/1.abstract.minConfidence: \#
            scoreSpaces.a/1.abstract.minConfidence is missing
            """#
        ),
    ]

    static let spaceRemarks: [Spoiled] = [
        Spoiled(
            "android.json5",
            "keepThumbnails: false",
            #"""

            scoreSpaces: { "ml-kit/17": { sharpness: { min: 0.1 }, saliencyArea: { min: 0.1 }, abstract: { \#
            minConfidence: 0.3, labels: { pattern: ["Motif"] } } } }
            """#,
            #"""
            android.json5:18:136 warning [policy.value] scoreSpaces.ml-kit/17.abstract.labels.pattern[0]: \#
            `Motif` is no label of `ml-kit/17`: it will never match
            """#
        )
    ]
}
