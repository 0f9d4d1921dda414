/// The gate's measuring instrument. Pure: the same pixels give the same numbers on every machine.
package enum Scorer {
    /// Measures a picture whose longer side is at most 512.
    ///
    /// Larger pictures are measured too, but the thresholds are calibrated at 512. Sharpness is at least
    /// `SharpnessScore.withoutEdges` when fewer than 30 edge pixels were found: such a picture is never too blurry.
    ///
    /// Complexity: linear in the number of pixels, but for the Fourier transform (n log n).
    package static func measurement(of image: RGBImage) -> Measurement {
        let gray = GrayPlane(image)
        let structure = Structure(gray)
        let edges = EdgeSlope(gray, structure)
        let fft = BandEnergy.fineShare(of: gray)
        let middle = image.fitted(to: CoarseFeatures.side)
        let histogram = ColorHistogram(middle)
        let small = image.fitted(to: Saliency.side)
        let saliency = Saliency(small)
        return Measurement(
            sharpness: SharpnessScore.score(fft: fft, esr97: edges.percentile, edgePixels: edges.edgePixels),
            attentionArea: saliency.attentionArea,
            objectnessArea: saliency.objectnessArea,
            range: saliency.range,
            texture: TextureShare.share(of: gray),
            raw: RawMeasures(
                fft: fft,
                esr97: edges.percentile,
                edgePixels: edges.edgePixels,
                noise: structure.noise,
                laplacianVariance: structure.laplacianVariance
            ),
            coarse: CoarseModel.coarse(CoarseFeatures(middle, histogram)),
            dominantColors: DominantColors(histogram, pixels: middle.width * middle.height).colors
        )
    }
}
