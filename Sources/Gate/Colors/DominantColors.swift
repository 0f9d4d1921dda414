/// The few colours that fill a picture, found as peaks of a histogram with 32 steps a channel. sRGB levels are close to
/// even steps for the eye, so equal bins are near enough.
struct DominantColors: Sendable {
    /// At most so many colours are named.
    static let most = 3
    /// Of the picture; rarer colours are not named.
    static let leastShare = 0.05

    /// The most common first.
    let colors: [DominantColor]

    /// Complexity: linear in the pixels plus the occupied bins.
    init(_ histogram: ColorHistogram, pixels: Int) {
        var histogram = histogram
        var found = 0
        while found < Self.most, let peak = histogram.heaviestCube() {
            if Double(histogram.take(around: peak)) < Self.leastShare * Double(pixels) { break }
            found += 1
        }
        let colors = histogram.sums().prefix(found).map { sums in
            DominantColor(
                red: Self.level(sums.red, sums.count),
                green: Self.level(sums.green, sums.count),
                blue: Self.level(sums.blue, sums.count),
                share: Double(sums.count) / Double(pixels)
            )
        }
        // A later peak may have gathered more than an earlier one could: shares decide the order, then the colour.
        self.colors = colors.enumerated().sorted { a, b in
            a.element.share != b.element.share ? a.element.share > b.element.share : a.offset < b.offset
        }.map(\.element)
    }

    private static func level(_ sum: Int, _ count: Int) -> UInt8 { UInt8((sum + count / 2) / count) }
}
