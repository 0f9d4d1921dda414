import TestSupport
import Testing

@testable import Gate
@testable import OwnPictures

@Suite struct ColorSharesTests {
    private static func halves(
        _ left: (Int, Int, Int),
        _ right: (Int, Int, Int)
    ) -> ColorShares { ColorShares(PictureFactory.rgb(48, 48) { x, _ in x < 24 ? left : right }) }

    @Test(arguments: ["photo-dogs.jpg", "photo-city.jpg", "illustration-duck.png"])
    func staysWhenAPictureIsMadeSmaller(name: String) throws {
        let picture = try Fixtures.picture(name)
        let shares = ColorShares(picture)
        #expect(shares.difference(to: shares) == 0)
        #expect(shares.difference(to: ColorShares(picture.fitted(to: 200))) < 0.03)
    }

    /// A picture in other colours has the same hash: brightness is all that sees.
    @Test func tellsAPictureInOtherColours() throws {
        let picture = try Fixtures.picture("illustration-duck.png")
        let turned = PictureFactory.rgb(picture.width, picture.height) { x, y in
            let i = (y * picture.width + x) * 3
            return (Int(picture.pixels[i + 1]), Int(picture.pixels[i + 2]), Int(picture.pixels[i]))
        }
        #expect(ColorShares(picture).difference(to: ColorShares(turned)) > ColorShares.likeness)
    }

    @Test func saysHowMuchOfAPictureHasAnotherColour() {
        let (red, blue, black, white) = ((200, 20, 20), (20, 20, 220), (0, 0, 0), (255, 255, 255))
        let plain = Self.halves(red, red)
        #expect(abs(plain.difference(to: Self.halves(red, blue)) - 0.5) < 0.01)
        #expect(abs(plain.difference(to: Self.halves(blue, blue)) - 1) < 0.01)
        #expect(abs(Self.halves(black, white).difference(to: Self.halves(black, black)) - 0.5) < 0.01)
        // Where they are does not matter.
        #expect(Self.halves(red, blue).difference(to: Self.halves(blue, red)) < 0.01)
    }

    @Test func readsItsOwnBytesAndNoOthers() {
        let shares = Self.halves((200, 20, 20), (10, 10, 10))
        #expect(ColorShares(bytes: shares.bytes) == shares)
        #expect(shares.bytes.count == ColorShares.byteCount)
        #expect(ColorShares(bytes: []) == nil)
        #expect(ColorShares(bytes: shares.bytes + [0]) == nil)
    }

    /// Shares sum to one, but for rounding.
    @Test(arguments: [(0, 0, 0), (255, 255, 255), (128, 128, 128), (255, 0, 0), (1, 200, 180), (90, 80, 70)])
    func sumsToTheWholePicture(red: Int, green: Int, blue: Int) {
        let sum = Self.halves((red, green, blue), (red, green, blue)).bytes.reduce(0) { $0 + Int($1) }
        #expect((252...258).contains(sum))
    }
}
