internal import CImaging
package import Gate

/// Pixels to bytes.
package enum ImageEncoder {
    /// A baseline 4:2:0 JPEG without any metadata. `quality` 0...1, taken as 1...100 in the library's terms; what is
    /// outside is clamped. Throws `imageTooLarge` for sides over 65,500, the most a JPEG file can say.
    package static func jpeg(_ image: RGBImage, quality: Double) throws(ImagingError) -> [UInt8] {
        guard max(image.width, image.height) <= 65_500 else {
            throw ImagingError(
                .imageTooLarge,
                "the picture is \(image.width) x \(image.height), a JPEG's sides are at most 65500"
            )
        }
        // `max` gives its first argument back when the other is not a number.
        let percent = Int((min(1, max(0, quality)) * 100).rounded())
        var result = imaging_result()
        var buffer: UnsafeMutablePointer<UInt8>?
        let count = unsafe image.pixels.withUnsafeBufferPointer { pixels in
            unsafe imaging_jpeg_encode(
                pixels.baseAddress,
                UInt32(image.width),
                UInt32(image.height),
                Int32(max(1, percent)),
                &buffer,
                &result
            )
        }
        defer { unsafe imaging_free(buffer) }
        guard count > 0, let buffer = unsafe buffer else {
            throw ImagingError(.undecodableImage, "the picture could not be encoded: \(result.text)")
        }
        return unsafe Array(UnsafeBufferPointer(start: buffer, count: count))
    }

    /// The picture scaled down by an area filter so that the longer side is at most `maxSide`; itself when it fits.
    /// `maxSide` is at least 1; no side falls under 1.
    package static func scaled(_ image: RGBImage, maxSide: Int) -> RGBImage {
        precondition(maxSide > 0, "a picture without pixels")
        let size = DecodePlan.fitted(width: image.width, height: image.height, maxSide: maxSide)
        guard size != (image.width, image.height) else { return image }
        let length = size.width * size.height * 3
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: length) { out, count in
            unsafe out.initialize(repeating: 0)
            let done = unsafe image.pixels.withUnsafeBufferPointer { pixels in
                unsafe imaging_area_shrink(
                    pixels.baseAddress,
                    UInt32(image.width),
                    UInt32(image.height),
                    out.baseAddress,
                    UInt32(size.width),
                    UInt32(size.height)
                )
            }
            // Swift itself stops when an allocation fails; the filter's few rows are no different.
            precondition(done, "no memory to shrink a picture")
            count = length
        }
        return RGBImage(width: size.width, height: size.height, pixels: pixels)
    }
}
