/// What the header of each kind that is decoded says. Limits have been checked by the time there is one.
enum PictureHeader {
    case jpeg(JPEGHeader)
    case png(PNGHeader)
    case webp(WebPHeader)
    case heif(HEIFHeader, ImageFormat)

    init(_ bytes: [UInt8], limits: ImageLimits) throws(ImagingError) {
        let format = ImageFormat(of: bytes)
        if let refusal = format.refusal { throw ImagingError(.unsupportedMedia, refusal) }
        try limits.check(bytes: bytes.count)
        let span = bytes.span
        switch format {
        case .png:
            let png = try PNGHeader(span)
            try limits.check(width: png.width, height: png.height)
            self = .png(png)
        case .webp:
            let webp = try WebPHeader(span)
            try limits.check(width: webp.width, height: webp.height)
            try webp.checkMemory(limits)
            self = .webp(webp)
        case .heic, .avif:
            self = .heif(try HEIFHeader(span, limits: limits), format)
        default:
            let jpeg = try JPEGHeader(span)
            try limits.check(width: jpeg.width, height: jpeg.height)
            try jpeg.checkScans(span, limits: limits)
            self = .jpeg(jpeg)
        }
    }

    /// The part that callers see.
    var image: ImageHeader {
        switch self {
        case .jpeg(let jpeg):
            ImageHeader(
                format: .jpeg,
                storedWidth: jpeg.width,
                storedHeight: jpeg.height,
                orientation: jpeg.orientation,
                isProgressive: jpeg.isProgressive
            )
        case .png(let png):
            ImageHeader(
                format: .png,
                storedWidth: png.width,
                storedHeight: png.height,
                orientation: png.orientation,
                isProgressive: png.isInterlaced
            )
        case .webp(let webp):
            ImageHeader(
                format: .webp,
                storedWidth: webp.width,
                storedHeight: webp.height,
                orientation: webp.orientation,
                isProgressive: false
            )
        case .heif(let heif, let format):
            ImageHeader(
                format: format,
                storedWidth: heif.crop.width,
                storedHeight: heif.crop.height,
                orientation: heif.orientation,
                isProgressive: false
            )
        }
    }

    /// What the picture's numbers mean.
    func color(in bytes: borrowing Span<UInt8>) -> StoredColor {
        switch self {
        case .jpeg(let jpeg):
            return StoredColor(
                pieces: jpeg.profile.pieces,
                count: jpeg.profile.count,
                components: jpeg.components.count,
                in: bytes
            )
        case .png(let png):
            if let points = png.codePoints {
                return .codePoints(primaries: points.primaries, transfer: points.transfer)
            }
            return StoredColor(deflated: png.profile, components: png.isGray ? 1 : 3, in: bytes)
        case .webp(let webp):
            return StoredColor(webp.profile, components: 3, in: bytes)
        case .heif(let heif, _):
            if heif.profile == nil, let points = heif.primaries {
                return .codePoints(primaries: points.primaries, transfer: points.transfer)
            }
            let isGray = heif.color.tiles.first?.chroma == 0
            return StoredColor(heif.profile, components: isGray ? 1 : 3, in: bytes)
        }
    }
}
