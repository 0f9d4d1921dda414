/// Where in a picture the gate saw what its scores add up: for people to look at, not for verdicts.
package struct GateMaps: Sendable {
    /// The size attention and objectness are told at.
    package let width: Int
    package let height: Int
    /// Pixels that differ from the mean colour by more than 3 delta-E.
    package let attention: [Bool]
    /// Pixels whose minimum barrier distance to the border exceeds 4 delta-E.
    package let objectness: [Bool]
    /// Tiles of 16 pixels of the picture as measured, rows of `tilesAcross`.
    package let tiles: [EdgeTiles.State]
    package let tilesAcross: Int

    /// `image`: longer side at most 512.
    package init(_ image: RGBImage) {
        let gray = GrayPlane(image)
        let edges = EdgeSlope(gray, Structure(gray)).tiles
        tiles = edges.states
        tilesAcross = edges.across
        let small = image.fitted(to: Saliency.side)
        (width, height) = (small.width, small.height)
        (attention, objectness) = Saliency.masks(small)
    }
}
