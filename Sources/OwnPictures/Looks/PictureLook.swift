package import Gate

/// What a picture looks like: its hash and its colours. Copies that were recompressed or resized have nearly the same.
package struct PictureLook: Sendable, Hashable {
    package let hash: PerceptualHash
    package let colors: ColorShares

    /// Of any picture; 160 pixels are as good as more.
    package init(_ image: RGBImage) {
        hash = PerceptualHash(image)
        colors = ColorShares(image)
    }

    /// Whether the picture has enough structure to be told from strangers.
    package var isTelling: Bool { hash.quality >= PerceptualHash.leastQuality }
}
