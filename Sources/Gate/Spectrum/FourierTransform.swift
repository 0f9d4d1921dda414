/// A forward complex Fourier transform of any length, eight signals at once, without scaling.
struct FourierTransform: Sendable {
    private enum Method {
        case mixed(MixedRadixTransform)
        case bluestein(BluesteinTransform)
    }

    /// Where the convolution starts to be cheaper than a butterfly over a prime (measured).
    private static let largestRadix = 251

    let count: Int
    private let method: Method

    init(count: Int) {
        self.count = count
        let largest = MixedRadixTransform.factors(of: count).max() ?? 1
        method =
            largest > Self.largestRadix
            ? .bluestein(BluesteinTransform(count: count)) : .mixed(MixedRadixTransform(count: count))
    }

    /// Transforms `signal` in place; `scratch` is of the same length and is left in an unknown state.
    func transform(_ signal: inout [ComplexLanes], scratch: inout [ComplexLanes]) {
        switch method {
        case .mixed(let transform): transform.transform(&signal, scratch: &scratch)
        case .bluestein(let transform): transform.transform(&signal)
        }
    }
}
