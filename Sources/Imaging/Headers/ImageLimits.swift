/// What is refused from the header, before anything is allocated, and what a decode may use after that.
package struct ImageLimits: Sendable, Hashable {
    package let bytes: Int
    package let pixels: Int
    package let longerSide: Int
    package let shorterSide: Int
    package let progressiveScans: Int
    /// Coefficients that a progressive JPEG keeps until its last scan, pixels that a lossless WebP keeps, or sums that an
    /// interlaced PNG or the tiles of a HEIC keep.
    package let memoryBytes: Int
    /// Blocks of 8x8 over all scans of a progressive JPEG: what its decoding costs whatever its length.
    package let progressiveBlocks: Int
    /// Processor time of one decode, the last line of defence behind the other limits.
    package let processorTime: Duration
    /// The same on the wall: for decoders that have threads of their own, looked at between tiles.
    package let wallTime: Duration

    package init(
        bytes: Int,
        pixels: Int,
        longerSide: Int,
        shorterSide: Int,
        progressiveScans: Int,
        memoryBytes: Int = 200_000_000,
        progressiveBlocks: Int = 24_000_000,
        processorTime: Duration = .seconds(3),
        wallTime: Duration = .seconds(10)
    ) {
        self.bytes = bytes
        self.pixels = pixels
        self.longerSide = longerSide
        self.shorterSide = shorterSide
        self.progressiveScans = progressiveScans
        self.memoryBytes = memoryBytes
        self.progressiveBlocks = progressiveBlocks
        self.processorTime = processorTime
        self.wallTime = wallTime
    }

    /// 25 MB, 60 megapixels, sides 16...20,000, 64 scans, 200 MB, 24 million blocks, 3 s of a core, 10 s.
    package static let standard = ImageLimits(
        bytes: 25_000_000,
        pixels: 60_000_000,
        longerSide: 20_000,
        shorterSide: 16,
        progressiveScans: 64
    )
}
