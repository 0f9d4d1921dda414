/// A forward Fourier transform of a length with a large prime factor, as a convolution with a chirp (Bluestein 1970):
/// two transforms of a convenient length of at least `2 * count - 1`.
struct BluesteinTransform: Sendable {
    let count: Int
    private let inner: MixedRadixTransform
    /// exp(-pi i k^2 / count).
    private let chirp: [ComplexNumber]
    /// The transform of the conjugate chirp, divided by its length.
    private let kernel: [ComplexNumber]

    init(count: Int) {
        self.count = count
        let length = Self.convenientLength(atLeast: 2 * count - 1)
        inner = MixedRadixTransform(count: length)
        chirp = (0..<count).map { k in
            // Squares are taken modulo a full turn: exact, where a large angle would not be.
            let root = Elementary.unitRoot(k * k % (2 * count), of: 2 * count)
            return ComplexNumber(re: Float(root.cos), im: Float(-root.sin))
        }
        var response = [ComplexLanes](repeating: .zero, count: length)
        var scratch = response
        for k in 0..<count {
            for at in [k, (length - k) % length] {
                response[at] = ComplexLanes(re: Lanes(repeating: chirp[k].re), im: Lanes(repeating: -chirp[k].im))
            }
        }
        inner.transform(&response, scratch: &scratch)
        kernel = response.map { ComplexNumber(re: $0.re[0] / Float(length), im: $0.im[0] / Float(length)) }
    }

    /// The smallest product of twos, threes and fives that is large enough.
    static func convenientLength(atLeast minimum: Int) -> Int {
        var length = minimum
        while true {
            var rest = length
            for prime in [2, 3, 5] { while rest % prime == 0 { rest /= prime } }
            if rest == 1 { return length }
            length += 1
        }
    }

    /// Transforms `signal` in place.
    func transform(_ signal: inout [ComplexLanes]) {
        var work = [ComplexLanes](repeating: .zero, count: inner.count)
        var scratch = work
        for k in 0..<count { work[k] = signal[k] * chirp[k] }
        inner.transform(&work, scratch: &scratch)
        for k in 0..<inner.count {
            let product = work[k] * kernel[k]
            // Swapping the parts before and after turns the forward transform into the inverse.
            work[k] = ComplexLanes(re: product.im, im: product.re)
        }
        inner.transform(&work, scratch: &scratch)
        for k in 0..<count { signal[k] = ComplexLanes(re: work[k].im, im: work[k].re) * chirp[k] }
    }
}
