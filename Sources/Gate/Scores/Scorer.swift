/// The gate's measuring instrument. Pure: the same pixels give the same numbers on every machine.
package enum Scorer {
    /// Whether this build runs only on processors with 256-bit integer vectors.
    package static var needsAVX2: Bool {
        #if NEEDS_AVX2
        true
        #else
        false
        #endif
    }

    /// Measures a picture whose longer side is at most 512.
    ///
    /// Larger pictures are measured too, but the thresholds are calibrated at 512. Sharpness is at least
    /// `SharpnessScore.withoutEdges` when fewer than 30 edge pixels were found: such a picture is never too blurry.
    ///
    /// `key`: the mark to look for.
    ///
    /// Complexity: linear in the number of pixels, but for the Fourier transforms (n log n).
    package static func measurement(of image: RGBImage, mark key: PilotKey? = nil) -> Measurement {
        let gray = GrayPlane(image)
        let sharpness = SharpnessMeasures(gray)
        let middle = image.fitted(to: CoarseFeatures.side)
        let histogram = ColorHistogram(middle)
        let small = image.fitted(to: Saliency.side)
        let saliency = Saliency(small)
        return Measurement(
            sharpness: sharpness.score.value,
            attentionArea: saliency.attentionArea,
            objectnessArea: saliency.objectnessArea,
            range: saliency.range,
            texture: TextureShare.share(of: gray),
            raw: sharpness.raw,
            coarse: CoarseModel.coarse(CoarseFeatures(middle, histogram)),
            dominantColors: DominantColors(histogram, pixels: middle.width * middle.height).colors,
            isMarked: key.map { MarkDetector(gray).isMarked(by: $0) }
        )
    }
}
