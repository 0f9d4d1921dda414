import TestSupport
import Testing

@testable import Gate
@testable import OwnPictures

@Suite struct PerceptualHashTests {
    private static let names = ["photo-dogs.jpg", "photo-city.jpg", "illustration-duck.png"]

    @Test(arguments: names)
    func staysWhenAPictureIsMadeSmaller(name: String) throws {
        let picture = try Fixtures.picture(name)
        let hash = PerceptualHash(picture)
        #expect(hash.quality >= PerceptualHash.leastQuality)
        #expect(PerceptualHash.distance(hash.words, PerceptualHash(picture.fitted(to: 200)).words) <= 12)
    }

    @Test func differsBetweenPicturesByAboutHalfOfItsBits() throws {
        let hashes = try Self.names.map { PerceptualHash(try Fixtures.picture($0)).words }
        for (index, a) in hashes.enumerated() {
            for b in hashes[..<index] { #expect((80...176).contains(PerceptualHash.distance(a, b))) }
        }
    }

    @Test func knowsItsMirrorImage() throws {
        let picture = try Fixtures.picture("photo-dogs.jpg")
        let mirrored = PictureFactory.rgb(picture.width, picture.height) { x, y in
            let i = (y * picture.width + picture.width - 1 - x) * 3
            return (Int(picture.pixels[i]), Int(picture.pixels[i + 1]), Int(picture.pixels[i + 2]))
        }
        let (here, there) = (PerceptualHash(picture), PerceptualHash(mirrored))
        #expect(PerceptualHash.distance(here.mirrored, there.words) <= 8)
        #expect(PerceptualHash.distance(here.words, there.words) > 60)
        let sketch = ColorSketch(picture)
        #expect(sketch.difference(to: ColorSketch(mirrored).mirrored) < 1)
        #expect(sketch.difference(to: ColorSketch(mirrored)) > ColorSketch.likeness)
    }

    @Test func aBlankPictureHasNoQuality() {
        let blank = PictureVariants.blank(width: 200, height: 100, red: 9, green: 90, blue: 200)
        #expect(PerceptualHash(blank).quality == 0)
    }

    @Test func aSketchForgivesBrightnessButNotColour() throws {
        let picture = try Fixtures.picture("photo-city.jpg")
        func changed(_ change: (Int, Int) -> Int) -> RGBImage {
            PictureFactory.rgb(picture.width, picture.height) { x, y in
                let i = (y * picture.width + x) * 3
                let levels = (0..<3).map { min(max(change(Int(picture.pixels[i + $0]), $0), 0), 255) }
                return (levels[0], levels[1], levels[2])
            }
        }
        let sketch = ColorSketch(picture)
        #expect(sketch.difference(to: ColorSketch(changed { level, _ in level * 9 / 10 })) < ColorSketch.likeness)
        let redder = changed { level, c in c == 0 ? level + 60 : level }
        #expect(sketch.difference(to: ColorSketch(redder)) > ColorSketch.likeness)
    }

    @Test func takesPicturesOfAnySize() {
        for (width, height) in [(1, 1), (3, 200), (64, 64), (511, 20)] {
            let picture = PictureFactory.random(width, height, seed: 3)
            #expect((0...100).contains(PerceptualHash(picture).quality))
            #expect(ColorSketch(picture).bytes.count == ColorSketch.byteCount)
        }
    }
}
