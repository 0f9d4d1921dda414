/// How many input tokens an image is counted as. Estimates for before a call only: the bill is what `usageMetadata`
/// says.
///
/// Source: Google's pages "Image understanding" (tiles) and "Media resolution" (budgets), and counts users measured.
package struct ImageTokens: Sendable, Hashable {
    package enum Rule: String, Sendable, CaseIterable {
        /// 258 tokens a tile: models 2.x.
        case tiles
        /// A grid of cells inside a budget: models 3.x and later.
        case grid
    }

    package enum Resolution: String, Sendable, CaseIterable {
        case low, medium, high, ultraHigh
        case unspecified = "default"
    }

    package let rule: Rule
    package let resolution: Resolution

    package init(rule: Rule, resolution: Resolution) {
        self.rule = rule
        self.resolution = resolution
    }

    private static let tile = 258
    /// An image no side of which is longer is one tile.
    private static let smallSide = 384

    /// The likely count for an image of this size in pixels. Sides below 1 count as 1.
    package func expected(width: Int, height: Int) -> Int {
        let width = Swift.max(1, width)
        let height = Swift.max(1, height)
        switch rule {
        case .grid: return Self.grid(width, height, budget: budget)
        case .tiles: return fixedTiles ?? Self.tiles(width, height, smallest: 1, largest: .max)
        }
    }

    /// The most that may be billed, for holds: the whole budget (grid), or the larger of the documented tile rule and the
    /// older one whose tiles are 256 to 768 pixels.
    package func upperBound(width: Int, height: Int) -> Int {
        let width = Swift.max(1, width)
        let height = Swift.max(1, height)
        switch rule {
        case .grid: return budget
        case .tiles:
            let documented = fixedTiles ?? Self.tiles(width, height, smallest: 1, largest: .max)
            // A resolution that is ignored somewhere would be counted in tiles; holds cover that too.
            return Swift.max(documented, Self.tiles(width, height, smallest: 256, largest: 768))
        }
    }

    /// Tokens allotted to an image on 3.x.
    private var budget: Int {
        switch resolution {
        case .low: 280
        case .medium: 560
        case .high, .unspecified: 1_120
        case .ultraHigh: 2_240
        }
    }

    /// On 2.x low and medium are one view of the whole image.
    private var fixedTiles: Int? {
        switch resolution {
        case .low: 64
        case .medium: 256
        case .high, .ultraHigh, .unspecified: nil
        }
    }

    /// Tiles have a side of the shorter side / 1.5, held to `smallest...largest`; never below one pixel.
    private static func tiles(_ width: Int, _ height: Int, smallest: Int, largest: Int) -> Int {
        if width <= smallSide, height <= smallSide { return tile }
        let shorter = Swift.min(width, height)
        let side = Swift.min(Swift.max(shorter / 3 * 2 + shorter % 3 * 2 / 3, smallest, 1), largest)
        let (count, overflow) = ceiling(width, side).multipliedReportingOverflow(by: ceiling(height, side))
        let (tokens, overflowOfTokens) = count.multipliedReportingOverflow(by: tile)
        return overflow || overflowOfTokens ? .max : tokens
    }

    /// The largest grid of the image's proportions whose cells the budget pays: 33 x 33 = 1,089 for a square and 1,120,
    /// as measured.
    private static func grid(_ width: Int, _ height: Int, budget: Int) -> Int {
        let columns = Swift.max(1, squareRoot(ofProduct: budget, width, over: height))
        let rows = Swift.max(1, squareRoot(ofProduct: budget, height, over: width))
        let (cells, overflow) = columns.multipliedReportingOverflow(by: rows)
        return overflow ? budget : Swift.min(cells, budget)
    }

    /// The square root of `budget * side / other`, rounded down.
    private static func squareRoot(ofProduct budget: Int, _ side: Int, over other: Int) -> Int {
        let (product, overflow) = side.multipliedReportingOverflow(by: budget)
        let value = (overflow ? .max : product) / other
        var root = Int(Double(value).squareRoot())
        while root > value / Swift.max(root, 1) { root -= 1 }
        while root + 1 <= value / (root + 1) { root += 1 }
        return root
    }

    private static func ceiling(_ value: Int, _ divisor: Int) -> Int {
        value / divisor + (value % divisor == 0 ? 0 : 1)
    }
}
