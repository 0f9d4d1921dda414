/// Fitted constants of `CoarseModel`, written by Tests/Tools/gate/fit_category.py.
///
/// 2026-11-30, 514 labelled pictures out of 34 Debian packages (Tests/Tools/gate/labels.tsv), class weights
/// balanced, C = 0.3. With whole packages held back (8 folds):
/// accuracy 0.842, balanced 0.851.
/// confidence of at least 0.6: 0.928 of the pictures, 0.874 of them right.
/// rows true, columns guessed (photo, illustration, abstract): [[100, 4, 10], [31, 224, 17], [16, 3, 109]].
enum CoarseWeights {
    /// Of one feature: how it speaks for each category, per unit of the feature.
    struct Weight: Sendable {
        let feature: String
        let photo: Double
        let illustration: Double
        let abstract: Double

        init(_ feature: String, _ photo: Double, _ illustration: Double, _ abstract: Double) {
            self.feature = feature
            self.photo = photo
            self.illustration = illustration
            self.abstract = abstract
        }
    }

    static let offset = Weight("", 1.42396, -4.34562, 2.92166)

    /// In the order of `CoarseFeatures.names`.
    static let weights: [Weight] = [
        Weight("flat1", -0.0951993, -0.468653, 0.563852),
        Weight("flat2", -0.577714, -0.369384, 0.947099),
        Weight("edgeLow", -0.687167, 1.02544, -0.338269),
        Weight("edgeHigh", 1.18099, -0.907928, -0.273058),
        Weight("gradientKurtosis", 0.485727, -0.0503574, -0.43537),
        Weight("gradientMean", -8.83394, 2.93833, 5.8956),
        Weight("noise", 0.0802794, -0.179591, 0.0993118),
        Weight("laplacianKurtosis", -0.123008, -0.0629732, 0.185981),
        Weight("tileVariation", 0.489649, 0.304569, -0.794218),
        Weight("tileFlat", -0.154381, -1.09034, 1.24472),
        Weight("tileLow", -0.271422, -0.125901, 0.397323),
        Weight("tileHigh", 0.11653, 0.215777, -0.332307),
        Weight("detailBelow", 0.430607, -0.0416392, -0.388968),
        Weight("orientationEntropy", 0.213735, 0.742572, -0.956306),
        Weight("orientationPeak", 1.16552, 0.469548, -1.63507),
        Weight("colors", 0.00619373, 0.201286, -0.20748),
        Weight("top1", -1.34812, 1.49054, -0.142422),
        Weight("top8", -1.19956, 0.764846, 0.434716),
        Weight("top32", 0.397085, -0.312441, -0.0846444),
        Weight("colorEntropy", 0.0478879, 0.0638137, -0.111702),
        Weight("white", -1.0313, 2.46773, -1.43644),
        Weight("black", 0.395899, 1.69526, -2.09116),
        Weight("sameRight", -3.29071, 2.33633, 0.954382),
        Weight("chromaDetail", -0.111899, 0.109791, 0.00210743),
        Weight("borderSpread", 3.39222, -2.15366, -1.23856),
        Weight("borderWhite", -0.575786, 1.20114, -0.625351),
        Weight("saturationMean", -1.05111, -1.06832, 2.11942),
        Weight("saturationSpread", -1.97768, 1.48175, 0.495927),
        Weight("saturationHigh", 0.863046, 0.68548, -1.54853),
        Weight("hueEntropy", 0.0492681, -0.315282, 0.266014),
        Weight("colorfulness", -2.75727, 0.254833, 2.50244),
        Weight("lumaEntropy", 0.305977, -0.331248, 0.0252712),
        Weight("lumaSpread", 0.0507006, 2.73584, -2.78654),
        Weight("lumaSkew", 0.138079, -0.162172, 0.0240928),
        Weight("topBottom", 1.13121, 0.247327, -1.37853),
        Weight("leftRight", 1.39209, -2.88684, 1.49475),
        Weight("octave0", -0.889087, -0.243044, 1.13213),
        Weight("octave1", -0.791301, 0.386076, 0.405225),
        Weight("octave2", 0.178774, -0.264245, 0.085471),
        Weight("medianResidual", 0.612084, 0.0390793, -0.651163),
    ]
}
