import Gate
import Testing

@Suite struct DominantColorTests {
    private func colors(_ image: RGBImage) -> [DominantColor] { Scorer.measurement(of: image).dominantColors }

    @Test func namesTheOneColorOfABlankPictureExactly() {
        let blank = PictureVariants.blank(width: 30, height: 20, red: 18, green: 52, blue: 86)
        #expect(colors(blank) == [DominantColor(red: 18, green: 52, blue: 86, share: 1)])
    }

    @Test func ordersBySizeAndLeavesOutWhatIsRare() {
        // Columns: 60 blue, 30 red, 7 green, 3 white out of 100.
        let image = PictureFactory.rgb(100, 20) { x, _ in
            x < 60 ? (10, 20, 200) : x < 90 ? (200, 10, 20) : x < 97 ? (20, 160, 20) : (255, 255, 255)
        }
        let found = colors(image)
        #expect(found.map(\.share) == [0.6, 0.3, 0.07])
        #expect(found.map { [$0.red, $0.green, $0.blue] } == [[10, 20, 200], [200, 10, 20], [20, 160, 20]])
    }

    @Test func joinsShadesOfOneColorAcrossBins() {
        // 63 and 64 lie in neighbouring bins.
        let image = PictureFactory.rgb(100, 10) { x, _ in x % 2 == 0 ? (63, 100, 100) : (64, 100, 100) }
        #expect(colors(image) == [DominantColor(red: 64, green: 100, blue: 100, share: 1)])
    }

    @Test func namesNothingInEvenNoise() {
        #expect(colors(PictureFactory.random(200, 200, seed: 3)).isEmpty)
    }
}
