/// The sizes that a decode passes through, all as stored, before orientation.
struct DecodePlan: Hashable {
    let width: Int
    let height: Int
    /// M of a JPEG decode at M/8, 1...8.
    let eighths: Int
    /// After the area filter; at least 1 and at most the decoded side.
    let outWidth: Int
    let outHeight: Int
    let jpegWidth: Int
    let jpegHeight: Int

    /// Sizes for a PNG, and for a JPEG where the scaled decode already fits `maxSide`.
    init(width: Int, height: Int, maxSide: Int) {
        self.width = width
        self.height = height
        let longer = max(width, height)
        // ceil(longer * M / 8) * 16 >= maxSide * 15
        eighths = (1...8).first { (longer * $0 + 7) / 8 * 16 >= maxSide * 15 } ?? 8
        let scaled = (width: (width * eighths + 7) / 8, height: (height * eighths + 7) / 8)
        (outWidth, outHeight) = Self.fitted(width: width, height: height, maxSide: maxSide)
        if max(scaled.width, scaled.height) <= maxSide {
            (jpegWidth, jpegHeight) = scaled
        } else {
            (jpegWidth, jpegHeight) = (min(outWidth, scaled.width), min(outHeight, scaled.height))
        }
    }

    /// The size with the longer side at most `maxSide`, rounded to the nearest, no side under 1; itself when it fits.
    static func fitted(width: Int, height: Int, maxSide: Int) -> (width: Int, height: Int) {
        let longer = max(width, height)
        guard longer > maxSide else { return (width, height) }
        func side(_ side: Int) -> Int { max(1, (side * maxSide * 2 + longer) / (longer * 2)) }
        return (side(width), side(height))
    }
}
