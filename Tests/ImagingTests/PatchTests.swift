import Gate
import Testing

@testable import Imaging

/// The zoo's picture has a red patch around (160, 120) and a blue one around (500, 360) of 640 x 480.
@Suite struct PatchTests {
    /// Where a stored point is seen, by EXIF's table (CIPA DC-008, section 4.6.4).
    static func seen(_ x: Int, _ y: Int, orientation: Int) -> (Int, Int) {
        let (right, bottom) = (639 - x, 479 - y)
        return switch orientation {
        case 2: (right, y)
        case 3: (right, bottom)
        case 4: (x, bottom)
        case 5: (y, x)
        case 6: (bottom, x)
        case 7: (bottom, right)
        case 8: (y, right)
        default: (x, y)
        }
    }

    static func color(_ image: RGBImage, at point: (x: Int, y: Int)) -> [Int] {
        (0..<3).map { Int(image.pixels[(point.y * image.width + point.x) * 3 + $0]) }
    }

    static func isNear(_ color: [Int], _ wanted: [Int]) -> Bool {
        zip(color, wanted).allSatisfy { abs($0 - $1) <= 24 }
    }

    @Test(arguments: 1...8, ["jpg", "heic"])
    func standWhereTheyBelong(orientation: Int, kind: String) throws {
        let image = try ImageDecoder.image(from: Zoo.bytes("turned_\(orientation).\(kind)"), maxSide: 640)
        #expect(image.width == (orientation < 5 ? 640 : 480))
        #expect(Self.isNear(Self.color(image, at: Self.seen(160, 120, orientation: orientation)), [230, 40, 40]))
        #expect(Self.isNear(Self.color(image, at: Self.seen(500, 360, orientation: orientation)), [30, 60, 220]))
    }

    /// What Display P3 calls (230, 40, 40) is beyond sRGB's red.
    @Test(arguments: [
        "profile_display_p3.jpg", "profile_display_p3.png", "profile_display_p3.webp", "display_p3.heic",
        "display_p3_points.heic", "png_display_p3_points.png",
    ])
    func comeOutOfAWideGamut(file: String) throws {
        let image = try ImageDecoder.image(from: Zoo.bytes(file), maxSide: 640)
        let red = Self.color(image, at: (160, 120))
        #expect(red[0] >= 245 && red[1] <= 25)
    }

    /// Full ink is dark, no ink is white: no reader turns Adobe's inverted numbers around.
    @Test(arguments: ["cmyk_adobe.jpg", "cmyk_unmarked.jpg", "ycck_adobe.jpg"])
    func comeOutOfInks(file: String) throws {
        let image = try ImageDecoder.image(from: Zoo.bytes(file), maxSide: 640)
        #expect(Self.isNear(Self.color(image, at: (160, 120)), [230, 40, 40]))
        #expect(Self.isNear(Self.color(image, at: (500, 360)), [30, 60, 220]))
    }
}
