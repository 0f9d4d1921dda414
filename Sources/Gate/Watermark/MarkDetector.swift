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
    /// Short side larger pictures are scaled down to before they are looked at.
    private static let side = 512
    /// Sizes tried, as the published picture's short side over this one's: from a copy without its rims to the middle of one,
    /// 0.35 % a step. A picture whose long side was the short one (a landscape on a phone's screen) goes on from there.
    private static let (from, to, step) = (0.70, 1.42, 1.0035)
    /// Longer pictures are not followed further.
    private static let mostAspect = 2.4

    private let spectrum: MarkSpectrum?
    /// Short sides the picture may have been published with, in its own pixels now.
    private let sides: [Float]

    /// `image` of any size; best with a short side of at least 512. Below 64 nothing is found.
    ///
    /// Complexity: a Fourier transform of the picture.
    package init(_ image: RGBImage) { self.init(GrayPlane(image)) }

    package init(_ gray: GrayPlane) {
        let shorter = min(gray.width, gray.height)
        let plane = shorter <= Self.side ? gray : gray.scaled(by: Double(Self.side) / Double(shorter))
        spectrum = MarkSpectrum(plane)
        let (short, long) = (Double(min(plane.width, plane.height)), Double(max(plane.width, plane.height)))
        let longest = 4 * long > 5 * short ? min(long, Self.mostAspect * short) : short
        var side = Self.from * short
        var sides: [Float] = []
        while side <= Self.to * longest {
            sides.append(Float(side))
            side *= Self.step
        }
        self.sides = sides
    }

    package func finding(of key: PilotKey) -> Finding { finding(of: key, chance: chance()) }

    /// `chance`: the picture's own, for whoever looks for many keys in it.
    package func finding(of key: PilotKey, chance: Double) -> Finding {
        let found = strength(of: key)
        let strength = max(found.straight, found.mirrored)
        return Finding(strength: strength, margin: strength - chance, isMirrored: found.mirrored > found.straight)
    }

    /// What the luckiest of sixteen keys that mark nothing reaches.
    package func chance() -> Double {
        PilotKey.decoys.map { decoy in
            let lucky = strength(of: decoy)
            return max(lucky.straight, lucky.mirrored)
        }.max() ?? 0
    }

    /// Whether the key's mark is there: `finding(of:).isMarked`, without what is only to be shown.
    ///
    /// Complexity: some 50,000 look-ups when it is not.
    package func isMarked(by key: PilotKey) -> Bool {
        let found = strength(of: key)
        guard max(found.straight, found.mirrored) > Self.leastStrength else { return false }
        return finding(of: key).isMarked
    }

    /// The greatest sum of the spectrum at the key's frequencies over all sizes, as a normal deviate.
    private func strength(of key: PilotKey) -> (straight: Double, mirrored: Double) {
        guard let spectrum else { return (0, 0) }
        let least = 0.6 * Double(key.pilots.count)
        var places = PilotPlaces(key)
        var (straight, mirrored) = (-Double.infinity, -Double.infinity)
        for side in sides {
            places.move(to: spectrum, side: side)
            let sums = places.sums(over: spectrum)
            let expected = spectrum.mean * Double(sums.inside)
            let scale = 1 / (spectrum.deviation * max(Double(sums.inside), least).squareRoot())
            straight = max(straight, (Double(sums.straight) - expected) * scale)
            mirrored = max(mirrored, (Double(sums.mirrored) - expected) * scale)
        }
        return (straight, mirrored)
    }
}

/// Where a key's frequencies fall in a spectrum.
private struct PilotPlaces {
    /// Cycles per short side of the picture as published.
    private var across: [Float]
    private var down: [Float]
    /// Rows from the middle one, and columns.
    private var rows: [Int32]
    private var columns: [Int32]

    init(_ key: PilotKey) {
        across = key.pilots.map { Float($0.x) }
        down = key.pilots.map { Float($0.y) }
        rows = [Int32](repeating: 0, count: key.pilots.count)
        columns = rows
    }

    /// For a picture published with a short side of `side` pixels of the spectrum's picture.
    mutating func move(to spectrum: MarkSpectrum, side: Float) {
        Self.scale(across, by: Float(spectrum.width) / side, into: &rows)
        Self.scale(down, by: Float(spectrum.height) / side, into: &columns)
    }

    private static func scale(_ values: [Float], by factor: Float, into places: inout [Int32]) {
        let source = values.span
        var out = places.mutableSpan
        precondition(out.count == source.count, "lists of different lengths")
        for i in 0..<source.count { out[i] = Rounding.integer(source[i] * factor) }
    }

    /// Of the values there, of those in the picture's mirror, and how many lie within the spectrum.
    func sums(over spectrum: MarkSpectrum) -> (straight: Int, mirrored: Int, inside: Int) {
        let values = spectrum.values.span
        let row = rows.span
        let column = columns.span
        let middle = Int32(spectrum.width / 2)
        let (most, last) = (middle - 1, Int32(spectrum.stride - 2))
        var (straight, mirrored, inside) = (0, 0, 0)
        for i in 0..<row.count {
            let (x, y) = (row[i], column[i])
            guard x < most, x > -most, y < last else { continue }
            straight &+= Int(values[Int(middle &+ x) &* spectrum.stride &+ Int(y)])
            mirrored &+= Int(values[Int(middle &- x) &* spectrum.stride &+ Int(y)])
            inside &+= 1
        }
        return (straight, mirrored, inside)
    }
}

extension GrayPlane {
    /// By area means.
    fileprivate func scaled(by factor: Double) -> GrayPlane {
        resized(
            width: max(8, Int((Double(width) * factor).rounded())),
            height: max(8, Int((Double(height) * factor).rounded()))
        )
    }
}
