/// What is refused from the header, before anything is allocated, and what a decode may use after that.
package struct ImageLimits: Sendable, Hashable {
    package let bytes: Int
    package let pixels: Int
    package let longerSide: Int
    package let shorterSide: Int
    package let progressiveScans: Int
    /// Coefficients that a progressive JPEG keeps until its last scan, or sums that an interlaced PNG keeps.
    package let memoryBytes: Int
    /// Blocks of 8x8 over all scans of a progressive JPEG: what its decoding costs whatever its length.
    package let progressiveBlocks: Int
    /// Processor time of one decode, the last line of defence behind the other limits.
    package let processorTime: Duration

    package init(
        bytes: Int,
        pixels: Int,
        longerSide: Int,
        shorterSide: Int,
        progressiveScans: Int,
        memoryBytes: Int = 200_000_000,
        progressiveBlocks: Int = 24_000_000,
        processorTime: Duration = .seconds(3)
    ) {
        self.bytes = bytes
        self.pixels = pixels
        self.longerSide = longerSide
        self.shorterSide = shorterSide
        self.progressiveScans = progressiveScans
        self.memoryBytes = memoryBytes
        self.progressiveBlocks = progressiveBlocks
        self.processorTime = processorTime
    }

    /// 25 MB, 60 megapixels, sides 16...20,000, 64 scans, 200 MB, 24 million blocks, 3 s.
    package static let standard = ImageLimits(
        bytes: 25_000_000,
        pixels: 60_000_000,
        longerSide: 20_000,
        shorterSide: 16,
        progressiveScans: 64
    )
}
