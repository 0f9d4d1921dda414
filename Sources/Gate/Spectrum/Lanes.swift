/// Eight numbers of eight independent transforms side by side: every butterfly then works on whole vectors, whatever the
/// length.
typealias Lanes = SIMD8<Float>

/// Eight complex numbers.
struct ComplexLanes: Sendable {
    var re: Lanes
    var im: Lanes

    static let zero = ComplexLanes(re: .zero, im: .zero)

    @inline(__always) static func + (a: Self, b: Self) -> Self { Self(re: a.re + b.re, im: a.im + b.im) }

    @inline(__always) static func - (a: Self, b: Self) -> Self { Self(re: a.re - b.re, im: a.im - b.im) }

    /// All eight turned and scaled by one number.
    @inline(__always) static func * (a: Self, b: ComplexNumber) -> Self {
        Self(re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re)
    }
}

/// One complex number.
struct ComplexNumber: Sendable {
    var re: Float
    var im: Float
}
