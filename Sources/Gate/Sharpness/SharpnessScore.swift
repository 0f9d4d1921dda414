/// Joins the evidence of sharpness into one number.
///
/// Experts each know one kind of blur: out of focus, the same under noise, motion short and long, blur under a caption, blur
/// beyond recognition.
/// An expert may speak only where plain measures allow it: whatever its trees say, a picture with steep edges is not out
/// of focus. The strongest expert decides.
///
/// How it fails: a picture that is blurred on purpose (panning, mist, a lens wide open on nothing) looks like one that is
/// blurred by accident, and detail that was never there (flat art) is no evidence either way.
package struct SharpnessScore: Sendable, Hashable {
    /// The calibrated point: below it a kind of blur is as clear as on no good picture of the fit.
    package static let calibrated = 0.18
    /// What a picture without enough edges scores at least, unless it is deeply blurred: there is nothing to be blurred,
    /// so it is left to the saliency rule. Above every threshold a profile may reach on its own (ceiling 0.40).
    package static let withoutEdges = 0.5

    package enum Blur: String, Sendable, CaseIterable {
        /// Out of focus as a whole: little fine detail (`fft` below 0.002) and no steep edge (`esr97` below 0.38).
        case soft
        /// Out of focus although one of the two says otherwise, as under noise.
        case focus
        /// Out of focus under noise, which the plain measures take for detail.
        case grain
        case motion
        /// Blurred under crisp text.
        case caption
        /// Moved so far that streaks are left.
        case sweep
        /// Blurred until nothing is left of fine bands but what files and rounding add.
        case deep
    }

    /// 0...1, exclusive.
    package let value: Double
    /// Of each kind of blur, how far beyond its threshold the evidence is, in log odds; where the plain measures speak
    /// against it not above -0.25, and -20 for deep blur and for blur under noise.
    package let margins: [Blur: Double]
    /// The kind with the most evidence.
    package let likeliest: Blur

    init(_ features: SharpnessFeatures) {
        var margins: [Blur: Double] = [:]
        for blur in Blur.allCases {
            guard !Self.silentElsewhere.contains(blur) || features.allows(blur) else {
                margins[blur] = Self.silent
                continue
            }
            let margin = SharpnessTrees.margin(of: blur, features.values)
            margins[blur] = features.allows(blur) ? margin : min(margin, Self.most)
        }
        if features.isPlainlySoft { margins[.soft] = max(margins[.soft, default: 0], Self.plain) }
        self.margins = margins
        let order = Blur.allCases.sorted { margins[$0, default: 0] > margins[$1, default: 0] }
        likeliest = order[0]
        let score = Self.score(margin: margins[likeliest, default: 0])
        // Deep blur leaves no edges, but coarse structure that had some.
        let nothing = features.edgePixels < EdgeSlope.enough && margins[.deep, default: 0] <= 0
        value = nothing ? max(score, Self.withoutEdges) : score
    }

    /// At least where the blur is stronger than any that was fitted, which trees cannot know of.
    private static let plain = 0.5
    /// Where no expert may speak.
    private static let most = -0.25
    /// Of these there: their experts were fitted on nothing else.
    private static let silentElsewhere: Set<Blur> = [.deep, .grain]
    private static let silent = -20.0
    /// How fast the score moves with the margin, in log odds.
    private static let slope = 0.5

    /// Falls with the margin, from 1 to 0; 0.18 at a margin of 0.
    static func score(margin: Double) -> Double {
        let odds = (1 - calibrated) / calibrated * Elementary.exp(min(max(slope * margin, -600), 600))
        return 1 / (1 + odds)
    }
}
