/// Pictures made out of pictures, or of nothing: what demonstrations and tests need to see the gate say no.
package enum PictureVariants {
    /// A Gaussian blur whose sigma is `sigmaPerMille` thousandths of the longer side (4 is plainly out of focus), in three
    /// passes of a running mean, which come close to it. Edges are repeated outwards.
    package static func blurred(_ image: RGBImage, sigmaPerMille: Double) -> RGBImage {
        let sigma = max(sigmaPerMille, 0) / 1000 * Double(max(image.width, image.height))
        var pixels = image.pixels
        for reach in RunningMean.reaches(sigma: sigma) where reach > 0 {
            let mean = RunningMean(reach: reach)
            for y in 0..<image.height {
                for channel in 0..<3 {
                    mean.smooth(&pixels, from: y * image.width * 3 + channel, step: 3, count: image.width)
                }
            }
            for x in 0..<image.width * 3 {
                mean.smooth(&pixels, from: x, step: image.width * 3, count: image.height)
            }
        }
        return RGBImage(width: image.width, height: image.height, pixels: pixels)
    }

    /// One colour all over.
    package static func blank(
        width: Int,
        height: Int,
        red: UInt8,
        green: UInt8,
        blue: UInt8
    ) -> RGBImage {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 3)
        for _ in 0..<width * height { pixels += [red, green, blue] }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    /// One colour with sensor noise: each channel of each pixel differs by a sum of four even draws, close to a normal
    /// one of standard deviation `sigma` levels. The same seed gives the same picture.
    package static func noisyBlank(
        width: Int,
        height: Int,
        red: UInt8,
        green: UInt8,
        blue: UInt8,
        sigma: Double,
        seed: UInt64
    ) -> RGBImage {
        var random = NoiseSource(seed: seed)
        let base = [Double(red), Double(green), Double(blue)]
        let pixels = (0..<width * height * 3).map { index in
            UInt8(min(max((base[index % 3] + sigma * random.next()).rounded(), 0), 255))
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    /// The middle of a picture: `share` (0...1) of each side is kept, a pixel at least.
    package static func cropped(_ image: RGBImage, keeping share: Double) -> RGBImage {
        func part(_ length: Int) -> Int { min(max(Int(Double(length) * share), 1), length) }
        let (width, height) = (part(image.width), part(image.height))
        let (left, top) = ((image.width - width) / 2, (image.height - height) / 2)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 3)
        for y in top..<top + height {
            let start = (y * image.width + left) * 3
            pixels += image.pixels[start..<start + width * 3]
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }
}
