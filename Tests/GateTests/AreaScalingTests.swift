import Gate
import Testing

@Suite struct AreaScalingTests {
    @Test(
        arguments: [
            (1024, 768, 512, 512, 384), (4000, 3000, 160, 160, 120), (375, 512, 256, 188, 256), (512, 1, 160, 160, 1),
            (3, 900, 256, 1, 256), (513, 511, 512, 512, 510),
        ]
    )
    func keepsTheShapeAndRoundsHalvesToEven(width: Int, height: Int, side: Int, toWidth: Int, toHeight: Int) {
        let image = PictureVariants.blank(width: width, height: height, red: 9, green: 99, blue: 199)
        let small = image.fitted(to: side)
        #expect(small.width == toWidth)
        #expect(small.height == toHeight)
        #expect(small == PictureVariants.blank(width: toWidth, height: toHeight, red: 9, green: 99, blue: 199))
    }

    @Test func leavesASmallPictureAlone() {
        let image = PictureFactory.random(40, 30, seed: 1)
        #expect(image.fitted(to: 40) == image)
        #expect(image.fitted(to: 4000) == image)
    }

    @Test func halvingRoundsHalvesUp() {
        // Means of 0.5 and 1.5.
        let image = RGBImage(
            width: 4,
            height: 2,
            pixels: [0, 1, 2, 0, 1, 2, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1]
        )
        #expect(image.fitted(to: 2).pixels == [1, 1, 2, 2, 2, 2])
    }

    @Test func weighsPixelsByTheAreaTheyShare() {
        let image = RGBImage(width: 3, height: 1, pixels: [0, 0, 0, 90, 90, 90, 240, 240, 240])
        // Cells of one and a half pixels: (0 + 45) / 1.5 and (45 + 240) / 1.5.
        #expect(image.fitted(to: 2).pixels == [30, 30, 30, 190, 190, 190])
    }
}
