package import Gate

/// Pixels to bytes.
package enum ImageEncoder {
    /// A baseline JPEG without any metadata. `quality` 0...1.
    package static func jpeg(_ image: RGBImage, quality: Double) throws(ImagingError) -> [UInt8] {
        throw ImagingError(.undecodableImage, "not built yet")
    }

    /// The picture scaled down by an area filter so that the longer side is at most `maxSide`; itself when it fits.
    package static func scaled(_ image: RGBImage, maxSide: Int) -> RGBImage { image }
}
