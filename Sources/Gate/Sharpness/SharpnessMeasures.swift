/// Everything that is measured about the sharpness of one picture, and the score it comes to.
package struct SharpnessMeasures: Sendable {
    package let raw: RawMeasures
    package let features: SharpnessFeatures
    package let score: SharpnessScore

    /// `gray`: longer side at most 512.
    package init(_ gray: GrayPlane) {
        let structure = Structure(gray)
        let edges = EdgeSlope(gray, structure)
        let energies = BandEnergy.energies(of: gray)
        let tensors = GradientTensors(
            gray,
            structure.padded,
            noise: structure.noise,
            steepest: structure.steepest
        )
        raw = RawMeasures(
            fft: energies.fineShare,
            esr97: edges.percentile,
            edgePixels: edges.edgePixels,
            noise: structure.noise,
            laplacianVariance: structure.laplacianVariance
        )
        let narrow = NarrowEdges(structure.gradient, width: gray.width, tensors.half, noise: structure.noise)
        features = SharpnessFeatures(energies, edges, tensors, narrow, noise: structure.noise)
        score = SharpnessScore(features)
    }
}
