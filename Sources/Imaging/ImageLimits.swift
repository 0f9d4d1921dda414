/// What is refused from the header, before anything is allocated.
package struct ImageLimits: Sendable, Hashable {
    package let bytes: Int
    package let pixels: Int
    package let longerSide: Int
    package let shorterSide: Int
    package let progressiveScans: Int

    package init(bytes: Int, pixels: Int, longerSide: Int, shorterSide: Int, progressiveScans: Int) {
        self.bytes = bytes
        self.pixels = pixels
        self.longerSide = longerSide
        self.shorterSide = shorterSide
        self.progressiveScans = progressiveScans
    }

    /// 25 MB, 60 megapixels, sides 16...20,000, 64 scans.
    package static let standard = ImageLimits(
        bytes: 25_000_000,
        pixels: 60_000_000,
        longerSide: 20_000,
        shorterSide: 16,
        progressiveScans: 64
    )
}
