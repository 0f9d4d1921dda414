/// An opaque 8-bit sRGB picture, rows from the top, three bytes a pixel, no padding.
package struct RGBImage: Sendable, Hashable {
    package let width: Int
    package let height: Int
    /// `width * height * 3` bytes.
    package let pixels: [UInt8]

    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0 && pixels.count == width * height * 3, "an image of a wrong size")
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}
