package import Gate

/// A picture beside what the gate saw in it: sharp tiles framed green and soft ones red, then what stands out by colour,
/// then what stands out against the border.
package enum AnnotatedPicture {
    private static let gap = 8
    private static let tile = 16

    package static func image(_ picture: RGBImage) -> RGBImage {
        let maps = GateMaps(picture)
        let (width, height) = (picture.width, picture.height)
        let panels = [
            picture.pixels, framed(picture, maps), masked(picture, maps.attention, maps),
            masked(picture, maps.objectness, maps),
        ]
        let total = panels.count * width + (panels.count - 1) * gap
        var out = [UInt8](repeating: 255, count: total * height * 3)
        for (index, panel) in panels.enumerated() {
            let left = index * (width + gap)
            for y in 0..<height {
                let to = (y * total + left) * 3
                out.replaceSubrange(to..<to + width * 3, with: panel[y * width * 3..<(y + 1) * width * 3])
            }
        }
        return RGBImage(width: total, height: height, pixels: out)
    }

    private static func framed(_ picture: RGBImage, _ maps: GateMaps) -> [UInt8] {
        var pixels = picture.pixels.map { 128 + $0 / 2 }
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let state = maps.tiles[y / tile * maps.tilesAcross + x / tile]
                let onFrame = x % tile == 0 || y % tile == 0 || x % tile == tile - 1 || y % tile == tile - 1
                guard onFrame, state != .unknown else { continue }
                let color: [UInt8] = state == .sharp ? [20, 150, 60] : [205, 40, 40]
                let i = (y * picture.width + x) * 3
                pixels.replaceSubrange(i..<i + 3, with: color)
            }
        }
        return pixels
    }

    /// What the mask leaves out is faint.
    private static func masked(_ picture: RGBImage, _ mask: [Bool], _ maps: GateMaps) -> [UInt8] {
        var pixels = picture.pixels
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let from = y * maps.height / picture.height * maps.width + x * maps.width / picture.width
                guard !mask[from] else { continue }
                let i = (y * picture.width + x) * 3
                for c in i..<i + 3 { pixels[c] = 204 + pixels[c] / 5 }
            }
        }
        return pixels
    }
}
