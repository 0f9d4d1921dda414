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

    /// Encodes. Blocking: runs on the CPU pool.
    ///
    /// - Parameter measured: The gate's picture; it serves the model too, unless the model is to see a larger one.
    static func encoded(
        from bytes: [UInt8],
        measured: RGBImage?,
        profile: Profile
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
        return ModelPicture(
            jpeg: try ImageEncoder.jpeg(image, quality: profile.cloud.imageQuality),
            width: image.width,
            height: image.height
        )
    }
}
