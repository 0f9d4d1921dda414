package import Gate

/// Bytes to pixels: limits from the header first, then a scaled decode.
///
/// JPEG and PNG in this version. Colour profiles are not applied yet: a wide-gamut picture comes out as if its numbers
/// were sRGB. Of metadata only the orientation is read; none survives.
package enum ImageDecoder {
    /// Reads the header. Throws `unsupportedMedia` (naming what the bytes are), `imageTooLarge` or `undecodableImage`.
    ///
    /// Complexity: the segments before the first scan, plus one pass over the bytes of a progressive JPEG to count scans.
    package static func header(
        of bytes: [UInt8],
        limits: ImageLimits = .standard
    ) throws(ImagingError) -> ImageHeader {
        let format = ImageFormat(of: bytes)
        if let refusal = format.refusal { throw ImagingError(.unsupportedMedia, refusal) }
        try limits.check(bytes: bytes.count)
        let span = bytes.span
        if format == .png {
            let png = try PNGHeader(span)
            try limits.check(width: png.width, height: png.height)
            return ImageHeader(
                format: .png,
                storedWidth: png.width,
                storedHeight: png.height,
                orientation: png.orientation,
                isProgressive: png.isInterlaced
            )
        }
        let jpeg = try JPEGHeader(span)
        try limits.check(width: jpeg.width, height: jpeg.height)
        try jpeg.checkScans(span, limits: limits)
        return ImageHeader(
            format: .jpeg,
            storedWidth: jpeg.width,
            storedHeight: jpeg.height,
            orientation: jpeg.orientation,
            isProgressive: jpeg.isProgressive
        )
    }

    /// Decodes so that the longer side is at most `maxSide`, never enlarged, orientation applied, transparency laid on
    /// `background` in the stored (gamma-encoded) values, as browsers do. A JPEG is decoded at the smallest M/8 whose
    /// longer side is at least `maxSide * 15 / 16` (480 for 512) and then area-filtered down; a PNG is filtered row by
    /// row as it is read, so no picture is ever held at full size. `maxSide` is at least 1.
    ///
    /// Blocking and CPU-bound: call it on the CPU pool. Throws as `header(of:limits:)`; a picture with less than 95 % of
    /// its rows is `undecodableImage`.
    package static func image(
        from bytes: [UInt8],
        maxSide: Int = 512,
        background: (red: UInt8, green: UInt8, blue: UInt8) = (255, 255, 255),
        limits: ImageLimits = .standard
    ) throws(ImagingError) -> RGBImage {
        precondition(maxSide > 0, "a picture without pixels")
        let header = try header(of: bytes, limits: limits)
        let plan = DecodePlan(width: header.storedWidth, height: header.storedHeight, maxSide: maxSide)
        let decoded =
            if header.format == .png {
                try png(bytes, plan: plan, background: background, limits: limits)
            } else {
                try jpeg(bytes, plan: plan, limits: limits)
            }
        return decoded.upright(from: header.orientation)
    }
}
