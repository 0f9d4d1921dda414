/// One byte a pixel, rows from the top, no padding.
package struct GrayPlane: Sendable {
    package let width: Int
    package let height: Int
    package let values: [UInt8]

    package init(width: Int, height: Int, values: [UInt8]) {
        precondition(width > 0 && height > 0 && values.count == width * height, "a plane of a wrong size")
        self.width = width
        self.height = height
        self.values = values
    }

    /// Rec. 601 luma in OpenCV's 15-bit fixed point, rounded to the nearest level.
    package init(_ image: RGBImage) {
        let count = image.width * image.height
        var gray = [UInt8](repeating: 0, count: count)
        var out = gray.mutableSpan
        let rgb = image.pixels.span
        for i in 0..<count {
            let red = UInt32(rgb[3 &* i])
            let green = UInt32(rgb[3 &* i &+ 1])
            let blue = UInt32(rgb[3 &* i &+ 2])
            out[i] = UInt8(truncatingIfNeeded: (red &* 9798 &+ green &* 19235 &+ blue &* 3735 &+ 16384) &>> 15)
        }
        self.init(width: image.width, height: image.height, values: gray)
    }
}
