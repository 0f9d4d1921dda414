import Gate
import Imaging
import Platform

/// One upload of the demo: real bytes, or bytes made on the spot and named as made.
package struct DemoPicture: Sendable {
    package let name: String
    package let profile: String
    package let bytes: [UInt8]
    /// Whether it is registered as one of our own before the uploads start.
    package var isOwn = false
    /// Goes up after all others, so that what it repeats has been paid for.
    package var comesLast = false

    /// The same picture saved again, as an app that compresses does: other bytes, so nobody has paid for it. Nil when it
    /// cannot be read.
    package var savedAgain: DemoPicture? {
        guard let image = try? ImageDecoder.image(from: bytes, maxSide: 1024),
            let again = try? ImageEncoder.jpeg(image, quality: 0.9)
        else { return nil }  // The caller takes another one.
        return DemoPicture(name: "saved again: \(name)", profile: profile, bytes: again)
    }

    /// The uploads of a demo over real pictures: each once, and variants of some of them.
    ///
    /// Every third picture of the first dozen is also uploaded blurred, four blank pictures are drawn, the last three
    /// are registered as our own, and six are uploaded again by the other family.
    package static func all(real files: [(name: String, bytes: [UInt8])], profiles: [String]) -> [DemoPicture] {
        var pictures: [DemoPicture] = []
        let own = files.suffix(3)
        let others = files.dropLast(3)
        for (index, file) in others.enumerated() {
            pictures.append(
                DemoPicture(name: file.name, profile: profiles[index % profiles.count], bytes: file.bytes)
            )
        }
        pictures += blurred(of: others.prefix(36), profiles: profiles)
        pictures += blank(profiles: profiles)
        for (index, file) in own.enumerated() {
            pictures.append(
                DemoPicture(
                    name: "own picture, uploaded again: \(file.name)",
                    profile: profiles[index % profiles.count],
                    bytes: file.bytes,
                    isOwn: true
                )
            )
        }
        for (index, file) in others.prefix(6).enumerated() {
            pictures.append(
                DemoPicture(
                    name: "duplicate of \(file.name)",
                    profile: profiles[(index + 1) % profiles.count],
                    bytes: file.bytes,
                    comesLast: true
                )
            )
        }
        return pictures
    }

    private static func blurred(
        of files: some Sequence<(name: String, bytes: [UInt8])>,
        profiles: [String]
    ) -> [DemoPicture] {
        var pictures: [DemoPicture] = []
        for (index, file) in files.enumerated() where index.isMultiple(of: 3) {
            guard let image = try? ImageDecoder.image(from: file.bytes, maxSide: 1024),
                let bytes = try? ImageEncoder.jpeg(PictureVariants.blurred(image, sigmaPerMille: 8), quality: 0.85)
            else { continue }  // A picture the gate refuses to read shows up as itself.
            pictures.append(
                DemoPicture(
                    name: "made: blurred \(file.name)",
                    profile: profiles[index / 3 % profiles.count],
                    bytes: bytes
                )
            )
        }
        return pictures
    }

    private static func blank(profiles: [String]) -> [DemoPicture] {
        let colors: [(String, UInt8, UInt8, UInt8)] = [
            ("black", 4, 4, 4), ("white", 250, 250, 250), ("beige", 222, 205, 180), ("blue", 30, 60, 120),
        ]
        return colors.enumerated().compactMap { index, color in
            let image = PictureVariants.blank(width: 900, height: 1200, red: color.1, green: color.2, blue: color.3)
            guard let bytes = try? ImageEncoder.jpeg(image, quality: 0.9) else { return nil }  // Our own pixels encode.
            return DemoPicture(
                name: "made: blank \(color.0)",
                profile: profiles[index % profiles.count],
                bytes: bytes
            )
        }
    }
}
