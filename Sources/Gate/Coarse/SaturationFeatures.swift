/// Features of how strong colours are and which hues they have.
struct SaturationFeatures: Sendable {
    static let names = ["saturationMean", "saturationSpread", "saturationHigh", "hueEntropy", "colorfulness"]
    let values: [Double]

    init(_ image: RGBImage) {
        var sums = SaturationSums()
        let rgb = image.pixels.span
        for i in stride(from: 0, to: rgb.count, by: 3) {
            sums.add(red: Int32(rgb[i]), green: Int32(rgb[i &+ 1]), blue: Int32(rgb[i &+ 2]))
        }
        values = sums.values(count: image.width * image.height)
    }
}

/// What is added up pixel by pixel.
private struct SaturationSums {
    /// Hues by 20 degrees, weighted by saturation. All start with a little, so that gray pictures have no favourite.
    private var hues = [Double](repeating: 1e-3, count: 18)
    private var sum = 0.0
    private var squares = 0.0
    private var high = 0
    /// Sums of red - green and of (red + green) / 2 - blue, doubled to stay whole, and of their squares.
    private var opponents = (redGreen: 0, redGreenSquares: 0, yellowBlue: 0, yellowBlueSquares: 0)

    func values(count: Int) -> [Double] {
        let mean = sum / Double(count)
        let variance = max(squares / Double(count) - mean * mean, 0)
        return [
            mean, variance.squareRoot(), Double(high) / Double(count), Entropy.bits(hues), colorfulness(count: count),
        ]
    }

    @inline(__always)
    mutating func add(red: Int32, green: Int32, blue: Int32) {
        let most = max(red, green, blue)
        let spread = most &- min(red, green, blue)
        let redGreen = 2 &* (red &- green)
        let yellowBlue = red &+ green &- 2 &* blue
        opponents.redGreen &+= Int(redGreen)
        opponents.redGreenSquares &+= Int(redGreen &* redGreen)
        opponents.yellowBlue &+= Int(yellowBlue)
        opponents.yellowBlueSquares &+= Int(yellowBlue &* yellowBlue)
        guard spread > 0 else { return }
        let saturation = Double(spread) / Double(most)
        sum += saturation
        squares += saturation * saturation
        high &+= spread &* 255 > 200 &* most ? 1 : 0
        // Hue in sixths of a turn, from the largest channel; thirds of a sixth are the bins, floored in whole numbers.
        let sixth: Int32
        let offset: Int32
        if most == red {
            (sixth, offset) = (green >= blue ? 0 : 6, green &- blue)
        } else if most == green {
            (sixth, offset) = (2, blue &- red)
        } else {
            (sixth, offset) = (4, red &- green)
        }
        let thirds = 3 &* offset &+ 3 &* sixth &* spread
        hues[min(Int(UInt32(truncatingIfNeeded: thirds) / UInt32(truncatingIfNeeded: spread)), 17)] += saturation * 255
    }

    /// Hasler and Suesstrunk 2003, over 255.
    private func colorfulness(count: Int) -> Double {
        let a = Moments(sum: opponents.redGreen, squares: opponents.redGreenSquares, count: count)
        let b = Moments(sum: opponents.yellowBlue, squares: opponents.yellowBlueSquares, count: count)
        let spread = (a.variance + b.variance).squareRoot()
        return (spread + 0.3 * (a.mean * a.mean + b.mean * b.mean).squareRoot()) / 510
    }
}
