import Gate
import Imaging
import Policy

/// A picture as the model sees it: scaled to the profile's side, JPEG, without metadata.
struct ModelPicture: Sendable {
    let jpeg: [UInt8]
    let width: Int
    let height: Int
    /// What the gate took it for; nil where it has not looked.
    var seenAs: CoarseCategory?
    /// A small one for whoever judges an audit; nil where none is kept.
    var thumbnail: [UInt8]?

    /// Encodes. Blocking: runs on the CPU pool.
    ///
    /// - Parameters:
    ///   - measured: The gate's picture; it serves the model too, unless the model is to see a larger one.
    ///   - isAudit: Whether somebody will want to look at it, where the profile keeps thumbnails.
    static func encoded(
        from bytes: [UInt8],
        measured: RGBImage?,
        profile: Profile,
        isAudit: Bool = false
    ) throws(ImagingError) -> ModelPicture {
        let maxSide = profile.cloud.imageMaxSide
        let background = profile.gate.background
        let image: RGBImage
        if let measured, maxSide <= 512 {
            image = ImageEncoder.scaled(measured, maxSide: maxSide)
        } else {
            image = try ImageDecoder.image(
                from: bytes,
                maxSide: maxSide,
                background: (background.red, background.green, background.blue)
            )
        }
        var picture = ModelPicture(
            jpeg: try ImageEncoder.jpeg(image, quality: profile.cloud.imageQuality),
            width: image.width,
            height: image.height
        )
        if isAudit, profile.keepThumbnails {
            let small = ImageEncoder.scaled(image, maxSide: ThumbnailShelf.side)
            picture.thumbnail = try ImageEncoder.jpeg(small, quality: profile.cloud.imageQuality)
        }
        return picture
    }
}
