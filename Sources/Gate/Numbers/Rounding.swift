/// Rounding and roots without the checks of a conversion or the library, which keep a loop from running on whole vectors.
enum Rounding {
    /// 1.5 times two to the 23rd: what is added to it loses all that is not whole.
    private static let shift: Float = 12_582_912

    /// The nearest whole number, of two the even one.
    ///
    /// INVARIANT: |value| is below four million.
    @inline(__always)
    static func integer(_ value: Float) -> Int32 {
        Int32(truncatingIfNeeded: (value + shift).bitPattern & 0x7F_FFFF) &- 0x40_0000
    }

    /// One over the square root of a positive number, off by a few units of the last place: Newton's steps from the number's
    /// bits.
    @inline(__always)
    static func inverseRoot(_ value: Float) -> Float {
        let half = 0.5 * value
        var root = Float(bitPattern: 0x5F37_59DF &- value.bitPattern &>> 1)
        root *= 1.5 - half * root * root
        root *= 1.5 - half * root * root
        root *= 1.5 - half * root * root
        return root
    }
}
