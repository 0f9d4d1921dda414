/// Fitted constants of `CoarseModel`, written by Tests/Tools/gate/fit_category.py.
///
/// 2026-11-30, 509 labelled pictures out of 34 Debian packages (Tests/Tools/gate/labels.tsv), class weights
/// balanced, C = 0.05. With whole packages held back (8 folds):
/// accuracy 0.835, balanced 0.839, calibration error 0.047.
/// confidence of at least 0.6: 0.894 of the pictures, 0.886 of them right.
/// rows true, columns guessed (photo, illustration, abstract): [[101, 1, 12], [32, 225, 15], [19, 5, 99]].
enum CoarseWeights {
    /// Of one feature: how it speaks for each category, per unit of the feature.
    struct Weight: Sendable {
        let feature: String
        let photo: Double
        let illustration: Double
        let abstract: Double
        /// The feature's mean over the pictures of the fit.
        let middle: Double

        init(
            _ feature: String,
            _ photo: Double,
            _ illustration: Double,
            _ abstract: Double,
            middle: Double = 0
        ) {
            self.feature = feature
            self.photo = photo
            self.illustration = illustration
            self.abstract = abstract
            self.middle = middle
        }
    }

    static let offset = Weight("", 1.62777, -2.93158, 1.30381)

    /// In the order of `CoarseFeatures.names`.
    static let weights: [Weight] = [
        Weight("flat1", -0.470729, 0.278583, 0.192146, middle: 0.3845),
        Weight("flat2", -0.501983, -0.0608754, 0.562858, middle: 0.5652),
        Weight("edgeLow", -0.360244, 0.665686, -0.305442, middle: 0.2396),
        Weight("edgeHigh", -0.382991, 0.29579, 0.0872012, middle: 0.07207),
        Weight("gradientKurtosis", 0.187692, -0.0550735, -0.132618, middle: 2.666),
        Weight("gradientMean", -3.94463, 3.76079, 0.183845, middle: 0.02522),
        Weight("noise", 0.0740331, -0.168356, 0.0943228, middle: -7.456),
        Weight("laplacianKurtosis", -0.0217734, -0.0366943, 0.0584677, middle: 3.096),
        Weight("tileVariation", 0.383191, 0.183672, -0.566862, middle: 0.9214),
        Weight("tileFlat", -0.306749, -0.348958, 0.655707, middle: 0.3959),
        Weight("tileLow", -0.0303266, -0.129556, 0.159882, middle: -7.159),
        Weight("tileHigh", 0.164666, 0.18223, -0.346896, middle: -3.197),
        Weight("detailBelow", 0.403976, -0.127322, -0.276655, middle: 0.1662),
        Weight("orientationEntropy", 0.106843, 0.340276, -0.447119, middle: 3.196),
        Weight("orientationPeak", 0.453336, -0.199255, -0.25408, middle: 0.2345),
        Weight("colors", 0.0278248, 0.113657, -0.141482, middle: 6.025),
        Weight("top1", -0.658267, 0.791239, -0.132972, middle: 0.3165),
        Weight("top8", -0.528571, 0.415615, 0.112956, middle: 0.5588),
        Weight("top32", -0.154567, 0.0319815, 0.122586, middle: 0.7298),
        Weight("colorEntropy", 0.0334023, -0.00824739, -0.0251549, middle: 5.101),
        Weight("white", -0.578739, 1.24429, -0.665553, middle: 0.1974),
        Weight("black", -0.0592387, 0.860815, -0.801576, middle: 0.02842),
        Weight("sameRight", -1.33902, 0.971469, 0.367554, middle: 0.4518),
        Weight("chromaDetail", -0.028331, 0.047008, -0.018677, middle: -4.749),
        Weight("borderSpread", 1.87532, -0.869844, -1.00547, middle: 0.1536),
        Weight("borderWhite", -0.37996, 0.775999, -0.396038, middle: 0.3191),
        Weight("saturationMean", -0.621371, -0.600871, 1.22224, middle: 0.321),
        Weight("saturationSpread", -1.3563, 1.1401, 0.216199, middle: 0.1815),
        Weight("saturationHigh", 0.339959, 0.35335, -0.69331, middle: 0.1276),
        Weight("hueEntropy", 0.0348327, -0.145959, 0.111126, middle: 1.624),
        Weight("colorfulness", -1.56776, 0.194495, 1.37326, middle: 0.1777),
        Weight("lumaEntropy", 0.192119, -0.104315, -0.0878046, middle: 3.106),
        Weight("lumaSpread", 0.773814, 1.43479, -2.2086, middle: 0.205),
        Weight("lumaSkew", 0.0891594, -0.138825, 0.049666, middle: -0.05034),
        Weight("topBottom", 0.862426, 0.201406, -1.06383, middle: 0.08811),
        Weight("leftRight", 0.400772, -1.60325, 1.20248, middle: 0.07843),
        Weight("octave0", -0.578007, -0.0399425, 0.617949, middle: 0.3434),
        Weight("octave1", -0.4356, 0.171261, 0.26434, middle: -0.1719),
        Weight("octave2", 0.0514488, -0.0736646, 0.0222158, middle: -3.31),
        Weight("medianResidual", 0.225366, 0.0766767, -0.302043, middle: -5.379),
    ]
}
