/// The gate's measuring instrument. Pure: the same pixels give the same numbers on every machine.
package enum Scorer {
    /// Measures a picture whose longer side is at most 512.
    ///
    /// Complexity: linear in the number of pixels, but for the Fourier transform (n log n).
    package static func measurement(of image: RGBImage) -> Measurement {
        preconditionFailure("not built yet")
    }
}
