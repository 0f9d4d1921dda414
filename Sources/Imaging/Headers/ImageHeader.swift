/// What the header says, read without decoding a pixel.
package struct ImageHeader: Sendable, Hashable {
    package let format: ImageFormat
    /// In pixels, after orientation.
    package let width: Int
    package let height: Int
    /// EXIF 1...8; anything else reads as 1.
    package let orientation: Int
    /// Progressive or interlaced.
    package let isProgressive: Bool

    package init(format: ImageFormat, width: Int, height: Int, orientation: Int, isProgressive: Bool) {
        self.format = format
        self.width = width
        self.height = height
        self.orientation = orientation
        self.isProgressive = isProgressive
    }

    init(format: ImageFormat, storedWidth: Int, storedHeight: Int, orientation: Int, isProgressive: Bool) {
        let swapped = (5...8).contains(orientation)
        self.init(
            format: format,
            width: swapped ? storedHeight : storedWidth,
            height: swapped ? storedWidth : storedHeight,
            orientation: orientation,
            isProgressive: isProgressive
        )
    }

    /// As the file stores it, before orientation.
    var storedWidth: Int { (5...8).contains(orientation) ? height : width }
    var storedHeight: Int { (5...8).contains(orientation) ? width : height }
}
