/// A forward Fourier transform of eight signals at once by Stockham's self-sorting method: radix 4, 2, and any odd radix.
///
/// A length with a prime factor p costs about p multiplications a point for it: good for small ones, see
/// `BluesteinTransform` for the rest.
struct MixedRadixTransform: Sendable {
    let count: Int
    /// Fours first, then a two at most, then odd primes; their product is `count`.
    let radices: [Int]
    private let roots: [ComplexNumber]

    init(count: Int) {
        precondition(count > 0, "a transform of nothing")
        self.count = count
        radices = Self.factors(of: count)
        roots = RootTable(count: count).roots
    }

    static func factors(of count: Int) -> [Int] {
        var rest = count
        var factors: [Int] = []
        while rest % 4 == 0 {
            factors.append(4)
            rest /= 4
        }
        var prime = 2
        while rest > 1 {
            while rest % prime == 0 {
                factors.append(prime)
                rest /= prime
            }
            prime += 1
        }
        return factors
    }

    /// Transforms `signal` in place; `scratch` is of the same length and is left in an unknown state.
    func transform(_ signal: inout [ComplexLanes], scratch: inout [ComplexLanes]) {
        precondition(signal.count == count && scratch.count == count, "a signal of another length")
        var length = count
        var stride = 1
        for radix in radices {
            let stage = ButterflyStage(length: length, stride: stride, radix: radix)
            switch radix {
            case 4: stage.four(signal, into: &scratch, roots)
            case 3: stage.three(signal, into: &scratch, roots)
            case 2: stage.two(signal, into: &scratch, roots)
            default: stage.odd(signal, into: &scratch, roots)
            }
            swap(&signal, &scratch)
            length /= radix
            stride *= radix
        }
    }
}
