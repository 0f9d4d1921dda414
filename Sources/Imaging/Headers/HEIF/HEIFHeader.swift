/// The primary picture of a HEIC or AVIF file, and nothing else of it: gain maps, depth maps, thumbnails and other
/// auxiliary items are left out here, so whatever refers to them in whatever number never reaches the library.
/// Source: ISO/IEC 23008-12; AV1 Image File Format.
struct HEIFHeader {
    let color: HEIFLayer
    let alpha: HEIFLayer?
    /// What of the picture is to be seen, before it is turned.
    let crop: HEIFCrop
    /// In EXIF's numbers, from the file's own rotation and mirror properties. EXIF itself does not count in HEIF.
    let orientation: Int
    /// An ICC profile.
    let profile: Range<Int>?
    /// Code points of ITU-T H.273 for primaries and transfer, where the container says them.
    let primaries: (primaries: Int, transfer: Int)?

    init(_ bytes: borrowing Span<UInt8>, limits: ImageLimits) throws(ImagingError) {
        let items = try HEIFItems(bytes)
        guard var primary = items.primary else { throw .unreadHEIF("no still picture") }
        // A tone-mapped picture is made of the plain one and its gain map, in this order.
        if items.types[primary] == ISOBox.code("tmap"), let base = items.parts(of: primary).first { primary = base }
        let color = try HEIFLayer(item: primary, of: items, in: bytes, limits: limits)
        var crop = HEIFCrop(x: 0, y: 0, width: color.width, height: color.height)
        var orientation = Orientation.upright
        var profile: Range<Int>?
        var primaries: (Int, Int)?
        for box in items.boxes(of: primary) {
            if box.isType("irot") {
                orientation.turn(quarters: 4 - ((bytes.byte(at: box.content) ?? 0) & 3))
            } else if box.isType("imir") {
                orientation.mirror(leftRight: (bytes.byte(at: box.content) ?? 0) & 1 == 1)
            } else if box.isType("clap") {
                crop = try HEIFCrop(box, of: color, in: bytes)
                try limits.check(width: crop.width, height: crop.height)
            } else if box.isType("colr") {
                if bytes.holds("nclx", at: box.content), primaries == nil {
                    if let first = bytes.uint16(at: box.content + 4), let second = bytes.uint16(at: box.content + 6) {
                        primaries = (first, second)
                    }
                } else if profile == nil {
                    let isProfile = bytes.holds("prof", at: box.content) || bytes.holds("rICC", at: box.content)
                    if isProfile, box.content + 4 <= box.end { profile = box.content + 4..<box.end }
                }
            }
        }
        (self.color, self.crop, self.orientation) = (color, crop, orientation.exif)
        (self.profile, self.primaries) = (profile, primaries)
        alpha = try Self.alpha(of: primary, color, items, bytes, limits)
    }

    /// The item that holds the picture's transparency, if there is one of the same size.
    private static func alpha(
        of primary: Int,
        _ color: HEIFLayer,
        _ items: HEIFItems,
        _ bytes: borrowing Span<UInt8>,
        _ limits: ImageLimits
    ) throws(ImagingError) -> HEIFLayer? {
        for reference in items.references where reference.type == ISOBox.code("auxl") && reference.to == [primary] {
            guard let kind = items.property("auxC", of: reference.from) else { continue }
            let isAlpha =
                bytes.holds("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0", at: kind.content + 4)
                || bytes.holds("urn:mpeg:hevc:2015:auxid:1\0", at: kind.content + 4)
            guard isAlpha else { continue }
            let layer = try HEIFLayer(item: reference.from, of: items, in: bytes, limits: limits)
            return layer.width == color.width && layer.height == color.height ? layer : nil
        }
        return nil
    }
}
