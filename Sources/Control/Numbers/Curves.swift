/// Logarithm, exponential and tangent in plain arithmetic: only operations that IEEE 754 rounds alike everywhere, so
/// that a decision replays bit for bit on any machine.
enum Curves {
    private static let ln2 = 0.693147180559945309417232
    static let halfPi = 1.57079632679489661923132

    /// The natural logarithm of a positive, finite number; relative error below 1e-14.
    static func ln(_ x: Double) -> Double {
        precondition(x > 0 && x.isFinite, "the logarithm of a number that has none")
        var exponent = Double(x.exponent)
        var m = x.significand
        if m > 1.4142135623730951 {
            m /= 2
            exponent += 1
        }
        let z = (m - 1) / (m + 1)
        let q = z * z
        // 2 atanh z = 2 (z + z^3/3 + ...) with z at most 0.172; split in two halves, so that they run side by side.
        let low = 1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9))))
        let high = 1.0 / 11 + q * (1.0 / 13 + q * (1.0 / 15 + q * (1.0 / 17 + q * (1.0 / 19 + q / 21))))
        let q2 = q * q
        return exponent * ln2 + 2 * z * (low + q2 * q2 * q * high)
    }

    /// ln(1 + x) for -0.5 <= x <= 1, exact to the last digits for small `x` too.
    static func lnOnePlus(_ x: Double) -> Double {
        guard abs(x) < 1e-2 else { return ln(1 + x) }
        let z = x / (2 + x)
        let q = z * z
        return 2 * z * (1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q / 9))))
    }

    /// e to the power of `x`; 0 and infinity beyond +-700.
    static func exp(_ x: Double) -> Double {
        guard abs(x) <= 700 else { return x < 0 ? 0 : .infinity }
        let k = (x / ln2).rounded()
        let r = x - k * ln2
        var sum = 1.0
        for inverse in inverses { sum = 1 + sum * r * inverse }
        return Double(sign: .plus, exponent: Int(k), significand: sum)
    }

    /// 1/15, 1/14, ... 1/1.
    private static let inverses: [Double] = (1...15).reversed().map { 1 / Double($0) }

    /// The tangent, for |x| below a right angle.
    static func tan(_ x: Double) -> Double {
        precondition(abs(x) < halfPi, "the tangent of a right angle")
        // Near the right angle through the other angle, where sine and cosine change places: no digits are lost.
        if abs(x) > 0.785398163397448309615661 {
            let rest = halfPi - abs(x)
            return (x < 0 ? -1 : 1) * cosine(rest) / sine(rest)
        }
        return sine(x) / cosine(x)
    }

    private static func sine(_ x: Double) -> Double {
        let q = x * x
        let tail = q / 110 * (1 - q / 156 * (1 - q / 210))
        return x * (1 - q / 6 * (1 - q / 20 * (1 - q / 42 * (1 - q / 72 * (1 - tail)))))
    }

    private static func cosine(_ x: Double) -> Double {
        let q = x * x
        let tail = q / 90 * (1 - q / 132 * (1 - q / 182 * (1 - q / 240)))
        return 1 - q / 2 * (1 - q / 12 * (1 - q / 30 * (1 - q / 56 * (1 - tail))))
    }
}
