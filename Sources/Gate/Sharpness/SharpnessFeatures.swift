/// What sharpness is told from, at a longer side of 512: global and local, with and without direction, raw and less the
/// noise. Each kind of evidence is fooled by something (noise, captions, motion, shallow depth of field), none by all.
package struct SharpnessFeatures: Sendable {
    package static let names =
        [
            "fineShare", "edgeSlope", "edgePixels", "noise",
            "bandLow", "bandMiddle", "bandHigh", "bandTop", "fineLeast", "fineMost", "fineAcross", "middleLeast",
            "weakMedian", "weakHigh", "strongMedian", "strongHigh", "acrossMedian", "acrossHigh",
            "structured", "sharpTiles", "halfSharpTiles", "sharpBeyondText", "halfSharpBeyondText", "slopeBeyondText",
            "tensorFineLeast", "tensorFineMost", "tensorMiddleLeast", "tensorMiddleMost", "tensorTileMedian",
            "tensorTileHigh", "tensorTileTop", "tensorTileBest", "blockTensor", "blockTensorBeyond", "blockTensorMean",
            "blockSlope", "blockSlopeBeyond", "faintSlope", "steepest",
        ] + OctaveContent.names + NarrowEdges.names
    /// In the order of `names`.
    package let values: [Double]
    /// Edge pixels the slopes were taken from.
    let edgePixels: Int
    /// Whether it is blurred beyond all that was fitted: no good picture of the fit comes near.
    let isPlainlySoft: Bool
    private let allowed: Set<SharpnessScore.Blur>

    /// Whether plain measures leave room for this kind of blur.
    func allows(_ blur: SharpnessScore.Blur) -> Bool { allowed.contains(blur) }

    init(
        _ energies: RowEnergies,
        _ edges: EdgeSlope,
        _ tensors: GradientTensors,
        _ narrow: NarrowEdges,
        noise: Double
    ) {
        let bands = SpectrumBands(energies.cells)
        func log(_ value: Double) -> Double { Elementary.ln(max(value, 0) + 1e-4) }
        let (directions, tiles) = (edges.directions, edges.tiles)
        edgePixels = edges.edgePixels
        var allowed: Set<SharpnessScore.Blur> = []
        if edgePixels >= EdgeSlope.enough {
            if energies.fineShare < 0.002, edges.percentile < 0.38 {
                allowed.insert(.soft)
            } else if edges.percentile < 0.40, edges.faint.steepest < 0.47 {
                allowed.insert(.focus)
            }
            // A moved picture keeps some slope across the motion; stripes and bands have none there at all.
            let across = directions.weakest.high
            if (-6.5 ..< -2.9).contains(bands.middleLeast), (0.12..<0.30).contains(across) { allowed.insert(.motion) }
            if (-6.5 ..< -2.0).contains(bands.middleLeast), (0.10..<0.30).contains(across) { allowed.insert(.sweep) }
            if narrow.isKnown { allowed.insert(.grain) }
            if tiles.percentileBeyondText < 0.40, log(energies.fineShare) < -5 { allowed.insert(.caption) }
        }
        if tensors.octaves.leavesRoomForDeepBlur { allowed.insert(.deep) }
        self.allowed = allowed
        isPlainlySoft =
            edgePixels >= EdgeSlope.enough && energies.fineShare < 0.01 && edges.percentile < 0.22
            && edges.faint.steepest < 0.25
        values =
            [
                log(energies.fineShare), edges.percentile, log(Double(edges.edgePixels) / 1000), log(noise),
                bands.low, bands.middle, bands.high, bands.top, bands.fineLeast, bands.fineMost, bands.fineAcross,
                bands.middleLeast,
                directions.weakest.median, directions.weakest.high, directions.strongest.median,
                directions.strongest.high, directions.across.median, directions.across.high,
                tiles.structured, tiles.sharpShare, tiles.halfSharpShare, tiles.sharpBeyondText,
                tiles.halfSharpBeyondText, tiles.percentileBeyondText,
                log(tensors.fine.least), log(tensors.fine.most), log(tensors.middle.least), log(tensors.middle.most),
                log(tensors.tiles.median), log(tensors.tiles.high), log(tensors.best.high), log(tensors.best.top),
                log(tensors.blocks.first), log(tensors.blocks.beyond), log(tensors.blocks.mean),
                edges.blocks.steepest.first, edges.blocks.steepest.beyond, edges.faint.high, edges.faint.steepest,
            ] + tensors.octaves.values + narrow.values
    }
}
