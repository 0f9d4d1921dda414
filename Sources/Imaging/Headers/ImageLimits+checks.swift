extension ImageLimits {
    func check(bytes count: Int) throws(ImagingError) {
        guard count <= bytes else {
            throw ImagingError(.imageTooLarge, "the picture is \(count) bytes, at most \(bytes) are taken")
        }
    }

    /// Sides as stored, both at least 1. Headers of 32 bits and crops of whole numbers make any product, so that it may not
    /// trap.
    func check(width: Int, height: Int) throws(ImagingError) {
        let size = "\(width) x \(height)"
        guard let area = Self.product(width, height) else {
            throw ImagingError(.imageTooLarge, "the picture is \(size) pixels, at most \(pixels) are taken")
        }
        guard area <= pixels else {
            throw ImagingError(.imageTooLarge, "the picture is \(size), \(area) pixels, at most \(pixels) are taken")
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

    /// `nil` for more than an `Int` holds.
    static func product(_ factors: Int...) -> Int? {
        var product = 1
        for factor in factors {
            let (value, isTooLarge) = product.multipliedReportingOverflow(by: factor)
            guard !isTooLarge else { return nil }
            product = value
        }
        return product
    }
}
