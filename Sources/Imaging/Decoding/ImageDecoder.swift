package import Gate

/// Bytes to pixels: limits from the header first, then a scaled decode.
///
/// JPEG, PNG, WebP (of an animation the first frame), HEIC and AVIF. Colours become sRGB: by the file's ICC profile or its code
/// points, where it has any that fit it. Of other metadata only the orientation is read; none survives.
package enum ImageDecoder {
    /// Reads the header. Throws `unsupportedMedia` (naming what the bytes are), `imageTooLarge` or `undecodableImage`.
    ///
    /// Complexity: the segments before the first scan, plus one pass over the bytes of a progressive JPEG to count scans;
    /// for HEIC and AVIF the tables of items and the units of the coded picture.
    package static func header(
        of bytes: [UInt8],
        limits: ImageLimits = .standard
    ) throws(ImagingError) -> ImageHeader {
        try PictureHeader(bytes, limits: limits).image
    }

    /// Decodes so that the longer side is at most `maxSide`, never enlarged, orientation applied, transparency laid on
    /// `background` in the stored (gamma-encoded) values, as browsers do. A JPEG is decoded at the smallest M/8 whose
    /// longer side is at least `maxSide * 15 / 16` (480 for 512) and then area-filtered down; a PNG is filtered row by
    /// row and a HEIC tile by tile as it is read, so no picture is ever held at full size but a lossless WebP, which its
    /// decoder keeps. `maxSide` is at least 1.
    ///
    /// Blocking and CPU-bound: call it on the CPU pool. Throws as `header(of:limits:)`; a picture with less than 95 % of
    /// its rows is `undecodableImage`.
    ///
    /// - Parameter threads: How many tiles of a HEIC or AVIF are decoded at once.
    package static func image(
        from bytes: [UInt8],
        maxSide: Int = 512,
        background: (red: UInt8, green: UInt8, blue: UInt8) = (255, 255, 255),
        limits: ImageLimits = .standard,
        threads: Int = 2
    ) throws(ImagingError) -> RGBImage {
        try picture(from: bytes, maxSide: maxSide, background: background, limits: limits, threads: threads).image
    }

    /// As `image(from:maxSide:background:limits:threads:)`, with what was found to be wrong with a picture that is taken all
    /// the same.
    package static func picture(
        from bytes: [UInt8],
        maxSide: Int = 512,
        background: (red: UInt8, green: UInt8, blue: UInt8) = (255, 255, 255),
        limits: ImageLimits = .standard,
        threads: Int = 2
    ) throws(ImagingError) -> DecodedPicture {
        precondition(maxSide > 0 && threads > 0, "a picture without pixels or threads")
        let picture = try PictureHeader(bytes, limits: limits)
        let header = picture.image
        let plan = DecodePlan(width: header.storedWidth, height: header.storedHeight, maxSide: maxSide)
        let color = ColorConversion(picture.color(in: bytes.span))
        let backdrop = color?.stored(background) ?? background
        var decoded: DecodedPicture
        switch picture {
        case .jpeg(let jpeg):
            let isInk = jpeg.components.count == 4
            decoded = try Self.jpeg(bytes, plan: plan, ink: isInk ? color : nil, limits: limits)
        case .png:
            decoded = try png(bytes, plan: plan, background: backdrop, limits: limits)
        case .webp(let webp):
            decoded = try Self.webp(bytes, webp, plan: plan, background: backdrop, limits: limits)
        case .heif(let heif, _):
            decoded = try Self.heif(
                bytes,
                heif,
                plan: plan,
                background: backdrop,
                limits: limits,
                threads: threads
            )
        }
        if let color { decoded.image = color.converted(decoded.image) }
        decoded.image = decoded.image.upright(from: header.orientation)
        return decoded
    }
}
