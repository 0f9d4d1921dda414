extension ImageHeader {
    /// Time of a core that decoding to `maxSide` is expected to take, from rates measured on one core of a virtual AMD EPYC
    /// (`decode-bench --cost`): entropy decoding goes by the byte, the rest by the pixel. For ordering work and keeping it
    /// within bounds, so a factor of two either way does no harm.
    ///
    /// - Parameter bytes: Of the file.
    package func expectedDecode(bytes: Int, maxSide: Int = 512) -> Duration {
        let pixels = width * height
        let (perByte, perPixel): (Int, Int) =
            switch format {
            // At 1/8 only block averages are decoded, at any other scale every scan.
            case .jpeg where isProgressive && DecodePlan(width: width, height: height, maxSide: maxSide).eighths == 1:
                (4, 2)
            case .jpeg where isProgressive: (34, 4)
            case .jpeg: (11, 1)
            case .png: (3, 20)
            case .webp: (10, 12)
            case .heic: (20, 32)
            case .avif: (20, 20)
            default: (0, 0)
            }
        return .nanoseconds(bytes * perByte + pixels * perPixel)
    }
}
