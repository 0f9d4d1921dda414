/// Logarithm, exponential and roots of unity in plain arithmetic: only operations that IEEE 754 rounds alike everywhere,
/// so that a score does not depend on the machine's mathematical library.
package enum Elementary {
    private static let ln2 = 0.693147180559945309417232

    /// The natural logarithm of a positive, finite number; relative error below 1e-14.
    package static func ln(_ x: Double) -> Double {
        precondition(x > 0 && x.isFinite, "the logarithm of a number that has none")
        let bits = (x < Double.leastNormalMagnitude ? x * 0x1p64 : x).bitPattern
        var exponent = Double(Int(bits &>> 52) &- (x < Double.leastNormalMagnitude ? 1087 : 1023))
        var m = Double(bitPattern: bits & 0xF_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
        if m > 1.4142135623730951 {
            m /= 2
            exponent += 1
        }
        let z = (m - 1) / (m + 1)
        let z2 = z * z
        // 2 atanh z = 2 (z + z^3/3 + ...); z is at most 0.172, eleven terms reach the last bit.
        var sum = 1.0 / 21
        sum = sum * z2 + 1.0 / 19
        sum = sum * z2 + 1.0 / 17
        sum = sum * z2 + 1.0 / 15
        sum = sum * z2 + 1.0 / 13
        sum = sum * z2 + 1.0 / 11
        sum = sum * z2 + 1.0 / 9
        sum = sum * z2 + 1.0 / 7
        sum = sum * z2 + 1.0 / 5
        sum = sum * z2 + 1.0 / 3
        sum = sum * z2 + 1
        return exponent * ln2 + 2 * z * sum
    }

    /// e to the power of `x`, for |x| up to 700; relative error below 1e-14.
    package static func exp(_ x: Double) -> Double {
        precondition(abs(x) <= 700, "an exponential out of range")
        let k = (x / ln2).rounded()
        let r = x - k * ln2
        var sum = 1.0
        for term in stride(from: 16, through: 1, by: -1) { sum = 1 + sum * r / Double(term) }
        return Double(sign: .plus, exponent: Int(k), significand: sum)
    }

    /// cos and sin of `k / n` of a full turn, `0 <= k < n`; errors below 1e-15.
    package static func unitRoot(_ k: Int, of n: Int) -> (cos: Double, sin: Double) {
        precondition(k >= 0 && k < n, "a root outside the circle")
        // By whole eighths first: exact in integers, and the series then sees at most a quarter of pi.
        let eighth = 8 * k / n
        let rest = 8 * k - eighth * n
        let odd = eighth & 1 == 1
        let turn = Double(odd ? n - rest : rest) / Double(8 * n)
        let (c, s) = series(turn * 6.283185307179586476925287)
        let (x, y) = odd ? (s, c) : (c, s)
        switch eighth / 2 {
        case 0: return (x, y)
        case 1: return (-y, x)
        case 2: return (-x, -y)
        default: return (y, -x)
        }
    }

    /// cos and sin of all `count` parts of a full turn; errors below 1e-15. Sixteenths of them are computed, the others
    /// products.
    package static func unitRoots(_ count: Int) -> [(cos: Double, sin: Double)] {
        let fine = (0..<min(16, count)).map { unitRoot($0, of: count) }
        var roots: [(cos: Double, sin: Double)] = []
        roots.reserveCapacity(count)
        for first in stride(from: 0, to: count, by: 16) {
            let (c, s) = unitRoot(first, of: count)
            for step in fine.prefix(count - first) {
                roots.append((c * step.cos - s * step.sin, c * step.sin + s * step.cos))
            }
        }
        return roots
    }

    private static func series(_ angle: Double) -> (cos: Double, sin: Double) {
        let a2 = angle * angle
        var c = 1.0
        var s = 1.0
        for term in stride(from: 18, through: 2, by: -2) {
            c = 1 - c * a2 / Double(term * (term - 1))
            s = 1 - s * a2 / Double(term * (term + 1))
        }
        return (c, s * angle)
    }
}
