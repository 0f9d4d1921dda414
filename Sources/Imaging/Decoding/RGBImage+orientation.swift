internal import Gate

extension RGBImage {
    /// The picture as it is to be seen when it was stored with this EXIF orientation, 1...8.
    ///
    /// Complexity: one pass; itself for 1.
    func upright(from orientation: Int) -> RGBImage {
        guard (2...8).contains(orientation) else { return self }
        let swapped = orientation >= 5
        let (outWidth, outHeight) = swapped ? (height, width) : (width, height)
        // Where the result's first pixel is taken from, and how far the source moves with each step right and down.
        let right = width - 1
        let bottom = (height - 1) * width
        let (start, across, down) =
            switch orientation {
            case 2: (right, -1, width)
            case 3: (right + bottom, -1, -width)
            case 4: (bottom, 1, -width)
            case 5: (0, width, 1)
            case 6: (bottom, -width, 1)
            case 7: (right + bottom, -width, -1)
            default: (right, width, -1)
            }
        let result = [UInt8](capacity: pixels.count) { output in
            let source = pixels.span
            for y in 0..<outHeight {
                var from = (start + y * down) * 3
                for _ in 0..<outWidth {
                    output.append(source[from])
                    output.append(source[from + 1])
                    output.append(source[from + 2])
                    from += across * 3
                }
            }
        }
        return RGBImage(width: outWidth, height: outHeight, pixels: result)
    }
}
