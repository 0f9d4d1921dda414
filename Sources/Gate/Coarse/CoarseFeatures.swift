/// The forty numbers the coarse category is told from, at a longer side of 256: photographs have noise, many colours and
/// few exactly flat places; illustrations have flat fields and hard edges; abstracts are smooth.
package struct CoarseFeatures: Sendable {
    /// Longer side of the picture they are taken from.
    package static let side = 256

    package static let names =
        EdgeFeatures.names + ColorFeatures.names + SaturationFeatures.names + ToneFeatures.names
    /// In the order of `names`.
    package let values: [Double]

    /// `image`: longer side at most 256.
    package init(_ image: RGBImage) {
        self.init(image, ColorHistogram(image))
    }

    init(_ image: RGBImage, _ histogram: ColorHistogram) {
        let gray = GrayPlane(image)
        values =
            EdgeFeatures(gray).values + ColorFeatures(image, histogram).values + SaturationFeatures(image).values
            + ToneFeatures(gray).values
    }
}
