internal import CImaging
internal import Gate

// The calls into C. Each gives the library a buffer of the size that the plan says and the bytes, for the time of the call.
extension ImageDecoder {
    /// - Parameter ink: From the four components of a picture of inks; other colours are converted later.
    static func jpeg(
        _ bytes: [UInt8],
        plan: DecodePlan,
        ink: ColorConversion?,
        limits: ImageLimits
    ) throws(ImagingError) -> DecodedPicture {
        var request = unsafe imaging_jpeg_request(
            width: UInt32(plan.width),
            height: UInt32(plan.height),
            eighths: UInt32(plan.eighths),
            out_width: UInt32(plan.jpegWidth),
            out_height: UInt32(plan.jpegHeight),
            ink: ink?.handle,
            limits: limits.forC
        )
        var result = imaging_result()
        let size = plan.jpegWidth * plan.jpegHeight * 3
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size) { out, count in
            unsafe out.initialize(repeating: 0)
            unsafe bytes.withUnsafeBufferPointer { input in
                unsafe imaging_jpeg_decode(input.baseAddress, input.count, &request, out.baseAddress, &result)
            }
            count = size
        }
        withExtendedLifetime(ink) {}
        try check(result, rows: plan.height, kind: "JPEG")
        return result.picture(RGBImage(width: plan.jpegWidth, height: plan.jpegHeight, pixels: pixels))
    }

    static func png(
        _ bytes: [UInt8],
        plan: DecodePlan,
        background: (red: UInt8, green: UInt8, blue: UInt8),
        limits: ImageLimits
    ) throws(ImagingError) -> DecodedPicture {
        var request = imaging_png_request(
            width: UInt32(plan.width),
            height: UInt32(plan.height),
            out_width: UInt32(plan.outWidth),
            out_height: UInt32(plan.outHeight),
            background: (background.red, background.green, background.blue),
            limits: limits.forC
        )
        var result = imaging_result()
        let size = plan.outWidth * plan.outHeight * 3
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size) { out, count in
            unsafe out.initialize(repeating: 0)
            unsafe bytes.withUnsafeBufferPointer { input in
                unsafe imaging_png_decode(input.baseAddress, input.count, &request, out.baseAddress, &result)
            }
            count = size
        }
        try check(result, rows: plan.height, kind: "PNG")
        return result.picture(RGBImage(width: plan.outWidth, height: plan.outHeight, pixels: pixels))
    }

    static func check(_ result: imaging_result, rows: Int, kind: String) throws(ImagingError) {
        switch result.status {
        case IMAGING_OK:
            guard Int(result.good_rows) * 100 >= rows * 95 else {
                throw ImagingError(
                    .undecodableImage,
                    "the \(kind) is damaged after \(result.good_rows) of \(rows) rows: \(result.text)"
                )
            }
        case IMAGING_LIMIT:
            throw ImagingError(.imageTooLarge, "the \(kind) costs too much to decode: \(result.text)")
        case IMAGING_NO_MEMORY:
            throw ImagingError(.undecodableImage, "there is no memory to decode the \(kind)")
        default:
            throw ImagingError(.undecodableImage, "the \(kind) is damaged: \(result.text)")
        }
    }
}

extension ImageLimits {
    var forC: imaging_limits {
        func milliseconds(_ time: Duration) -> UInt64 {
            let (seconds, attoseconds) = time.components
            return UInt64(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        }
        return imaging_limits(
            scans: UInt32(clamping: progressiveScans),
            memory_bytes: UInt64(clamping: memoryBytes),
            processor_milliseconds: milliseconds(processorTime),
            wall_milliseconds: milliseconds(wallTime)
        )
    }
}

extension imaging_result {
    /// With what the library found to be wrong.
    func picture(_ image: RGBImage) -> DecodedPicture {
        let found: DecodedPicture.Damage? =
            switch damage {
            case IMAGING_CUT_SHORT: .cutShort
            case IMAGING_GARBLED: .garbled
            case IMAGING_SCANS_MISSING: .scansMissing
            case IMAGING_LEFTOVERS: .leftovers
            default: nil
            }
        return DecodedPicture(image: image, damage: found)
    }

    /// The library's words in our style: lower case, no full stop.
    var text: String {
        let bytes = unsafe withUnsafeBytes(of: message) { unsafe Array($0.prefix { $0 != 0 }) }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
