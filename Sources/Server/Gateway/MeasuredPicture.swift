package import Gate
package import Imaging
package import OwnPictures
import Platform
package import Policy

/// A decoded upload with what the gate saw in it.
package struct MeasuredPicture: Sendable {
    package let image: RGBImage
    package let measurement: Measurement
    package let decodeMicros: Int64
    package let measureMicros: Int64
    /// How it was known as one of our own; nil when it was not, or nobody looked.
    package let own: OwnPictures.Match?
    /// Whether anybody looked.
    package let isOwnChecked: Bool
    /// For near duplicates; nil when nobody asked for it.
    package let look: PictureLook?

    var gateMicros: Int64 { decodeMicros + measureMicros }

    /// Decodes, measures and looks whether it is one of `own`. Blocking: runs on the CPU pool.
    ///
    /// - Parameter takesLook: Whether its look is wanted too.
    package static func measured(
        from bytes: [UInt8],
        background: GateSettings.RGB,
        own: OwnPictures? = nil,
        takesLook: Bool = false
    ) throws(ImagingError) -> MeasuredPicture {
        let start = ContinuousClock.now
        let image = try ImageDecoder.image(
            from: bytes,
            background: (background.red, background.green, background.blue)
        )
        let decoded = ContinuousClock.now
        let measurement = Scorer.measurement(of: image, mark: own?.key)
        let known = measurement.isMarked == true ? .mark : own?.match(image)
        let look = takesLook ? PictureLook(image) : nil
        return MeasuredPicture(
            image: image,
            measurement: measurement,
            decodeMicros: (decoded - start).microseconds,
            measureMicros: (ContinuousClock.now - decoded).microseconds,
            own: known,
            isOwnChecked: own?.canLook ?? false,
            look: look
        )
    }

    /// In the word of policies.
    var coarse: CoarseCategory? { CoarseCategory(rawValue: measurement.coarse.category.rawValue) }

    /// What the judge reads. `ownWatermark`: whether the very bytes are registered; nil when nobody looked.
    package func evidence(ownWatermark: Bool?) -> Evidence {
        Evidence(
            sharpness: measurement.sharpness,
            attentionArea: measurement.attentionArea,
            objectnessArea: measurement.objectnessArea,
            range: measurement.range,
            texture: measurement.texture,
            coarse: coarse,
            ownWatermark: own != nil ? true : ownWatermark ?? (isOwnChecked ? false : nil)
        )
    }
}

extension Duration {
    /// Whole microseconds, rounded down.
    package var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
