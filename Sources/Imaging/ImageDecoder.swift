package import Gate

/// Bytes to pixels: limits from the header first, then a scaled decode.
package enum ImageDecoder {
    /// Reads the header. Throws `unsupportedMedia` (naming what the bytes are), `imageTooLarge` or `undecodableImage`.
    package static func header(
        of bytes: [UInt8],
        limits: ImageLimits = .standard
    ) throws(ImagingError) -> ImageHeader {
        throw ImagingError(.unsupportedMedia, "not built yet")
    }

    /// Decodes so that the longer side is at most `maxSide`, never enlarged, orientation applied, transparency laid on
    /// `background`. A JPEG is decoded at the smallest M/8 whose longer side is at least `maxSide * 15 / 16` (480 for
    /// 512) and then area-filtered down.
    ///
    /// Blocking and CPU-bound: call it on the CPU pool. Throws as `header(of:limits:)`; a picture with less than 95 % of
    /// its rows is `undecodableImage`.
    package static func image(
        from bytes: [UInt8],
        maxSide: Int = 512,
        background: (red: UInt8, green: UInt8, blue: UInt8) = (255, 255, 255),
        limits: ImageLimits = .standard
    ) throws(ImagingError) -> RGBImage {
        throw ImagingError(.unsupportedMedia, "not built yet")
    }
}
