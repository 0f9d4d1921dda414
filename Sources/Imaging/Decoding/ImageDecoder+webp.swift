internal import CImaging
internal import Gate

extension ImageDecoder {
    static func webp(
        _ bytes: [UInt8],
        _ header: WebPHeader,
        plan: DecodePlan,
        background: (red: UInt8, green: UInt8, blue: UInt8),
        limits: ImageLimits
    ) throws(ImagingError) -> DecodedPicture {
        var request = imaging_webp_request(
            width: UInt32(plan.width),
            height: UInt32(plan.height),
            frame_x: UInt32(header.frame.x),
            frame_y: UInt32(header.frame.y),
            frame_width: UInt32(header.frame.width),
            frame_height: UInt32(header.frame.height),
            out_width: UInt32(plan.outWidth),
            out_height: UInt32(plan.outHeight),
            background: (background.red, background.green, background.blue),
            limits: limits.forC
        )
        var result = imaging_result()
        let size = plan.outWidth * plan.outHeight * 3
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size) { out, count in
            unsafe out.initialize(repeating: 0)
            unsafe bytes.withUnsafeBufferPointer { whole in
                let input = unsafe whole[header.pixels]
                unsafe UnsafeBufferPointer(rebasing: input).baseAddress.map { first in
                    unsafe imaging_webp_decode(first, input.count, &request, out.baseAddress, &result)
                }
            }
            count = size
        }
        try check(result, rows: plan.height, kind: "WebP")
        return result.picture(RGBImage(width: plan.outWidth, height: plan.outHeight, pixels: pixels))
    }
}
