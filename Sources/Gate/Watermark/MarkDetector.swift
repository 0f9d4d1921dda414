/// Looks for a key's mark in a picture, whatever its size now, mirrored or not.
package struct MarkDetector: Sendable {
    /// What was found of a key.
    package struct Finding: Sendable, Hashable {
        /// Standard deviations by which the key's frequencies stand out at the best scale.
        package let strength: Double
        /// `strength` less what the luckiest of sixteen keys that mark nothing reaches in the same picture: repeated
        /// structure favours all keys alike.
        package let margin: Double
        package let isMirrored: Bool

        /// Both must be there.
        package var isMarked: Bool { strength > MarkDetector.leastStrength && margin > MarkDetector.leastMargin }
    }

    package static let leastStrength = 6.5
    package static let leastMargin = 2.5
    /// Short side a picture should be scaled to before it is looked at.
    package static let side = MarkSpectrum.side

    /// Sizes tried, as the published picture's over this one's: 0.35 % a step.
    private static let scales: [Double] = {
        let (from, to) = (Elementary.ln(0.70), Elementary.ln(1.42))
        return stride(from: from, to: to, by: 0.0035).map(Elementary.exp)
    }()

    private let spectra: [MarkSpectrum]
    private let chance: Double

    /// `image` of any size; best with a short side of at least 512.
    ///
    /// Complexity: two Fourier transforms of 512x512 for each of at most six squares.
    package init(_ image: RGBImage) {
        let (shorter, longer) = (min(image.width, image.height), max(image.width, image.height))
        let gray = GrayPlane(image)
        var planes = [MarkSpectrum(Self.scaled(gray, by: Double(Self.side) / Double(shorter)))]
        // A phone's screenshot of a landscape picture, and the reverse: the short side of now was the long one.
        if 4 * longer > 5 * shorter {
            planes.append(MarkSpectrum(Self.scaled(gray, by: Double(Self.side) / Double(longer))))
        }
        spectra = planes
        chance =
            PilotKey.decoys.map { decoy in
                max(Self.strength(decoy, planes), Self.strength(decoy.mirrored, planes))
            }.max() ?? 0
    }

    package func finding(of key: PilotKey) -> Finding {
        let straight = Self.strength(key, spectra)
        let mirrored = Self.strength(key.mirrored, spectra)
        let most = max(straight, mirrored)
        return Finding(strength: most, margin: most - chance, isMirrored: mirrored > straight)
    }

    private static func strength(_ key: PilotKey, _ spectra: [MarkSpectrum]) -> Double {
        spectra.map { strength(key, $0.plane) }.max() ?? 0
    }

    /// The greatest sum of the plane at the key's frequencies over all scales, as a normal deviate.
    private static func strength(_ key: PilotKey, _ plane: FloatPlane) -> Double {
        let values = plane.values.span
        let middle = Double(plane.width / 2)
        let least = 0.6 * Double(key.pilots.count)
        var best = -Double.infinity
        for scale in scales {
            var sum: Float = 0
            var inside = 0
            for pilot in key.pilots {
                let (x, y) = (pilot.x * scale + middle, pilot.y * scale + middle)
                guard x > 1, y > 1, x < Double(plane.width - 2), y < Double(plane.height - 2) else { continue }
                sum += values[Int(y.rounded()) &* plane.width &+ Int(x.rounded())]
                inside += 1
            }
            best = max(best, Double(sum) / max(Double(inside), least).squareRoot())
        }
        return best
    }

    /// By area means when smaller, by the nearest four pixels when larger.
    private static func scaled(_ gray: GrayPlane, by factor: Double) -> GrayPlane {
        let width = max(8, Int((Double(gray.width) * factor).rounded()))
        let height = max(8, Int((Double(gray.height) * factor).rounded()))
        return gray.resized(width: width, height: height)
    }
}
