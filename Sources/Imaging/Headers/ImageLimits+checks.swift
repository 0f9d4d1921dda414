extension ImageLimits {
    func check(bytes count: Int) throws(ImagingError) {
        guard count <= bytes else {
            throw ImagingError(.imageTooLarge, "the picture is \(count) bytes, at most \(bytes) are taken")
        }
    }

    /// Sides as stored; both at least 1 and below 2^31.
    func check(width: Int, height: Int) throws(ImagingError) {
        let size = "\(width) x \(height)"
        guard width * height <= pixels else {
            throw ImagingError(
                .imageTooLarge,
                "the picture is \(size), \(width * height) pixels, at most \(pixels) are taken"
            )
        }
        guard max(width, height) <= longerSide else {
            throw ImagingError(
                .imageTooLarge,
                "the picture is \(size), its longer side may be at most \(longerSide)"
            )
        }
        guard min(width, height) >= shorterSide else {
            throw ImagingError(
                .imageTooLarge,
                "the picture is \(size), its shorter side is \(min(width, height)), at least \(shorterSide) are needed"
            )
        }
    }
}
