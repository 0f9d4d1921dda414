import Testing

@testable import Imaging

@Suite struct DecodeCostTests {
    static func header(_ format: ImageFormat, _ width: Int, _ height: Int, progressive: Bool = false) -> ImageHeader {
        ImageHeader(format: format, width: width, height: height, orientation: 1, isProgressive: progressive)
    }

    /// Bytes, and microseconds.
    static let costs: [(ImageHeader, Int, Int64)] = [
        (header(.jpeg, 4000, 3000), 2_400_000, 38_400),
        (header(.jpeg, 1024, 768), 150_000, 2_436),
        (header(.jpeg, 4000, 3000, progressive: true), 2_100_000, 32_400),
        (header(.jpeg, 1920, 1080, progressive: true), 600_000, 28_694),
        (header(.png, 1920, 1080), 3_500_000, 51_972),
        (header(.heic, 4032, 3024), 2_000_000, 430_168),
    ]

    @Test(arguments: costs)
    func goesByFormatBytesPixelsAndScans(header: ImageHeader, bytes: Int, microseconds: Int64) {
        let cost = header.expectedDecode(bytes: bytes)
        #expect(cost >= .microseconds(microseconds) && cost < .microseconds(microseconds + 1))
    }
}
