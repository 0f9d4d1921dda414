/// A real picture, 64 x 48 pixels of grey squares in 230 bytes, for servers that look at what they get.
enum SmallJPEG {
    static let width = 64
    static let height = 48

    static let bytes: [UInt8] = {
        let digits = Array(hex.utf8).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }()

    private static let hex = """
        ffd8ffe000104a46494600010100000100010000ffdb004300140e0f120f0d14121012171514181e32211e1c1c1e\
        3d2c2e243249404c4b47404645505a736250556d5645466488656d777b8182814e608d978c7d96737e817cffc000\
        0b080030004001011100ffc4001800010101010100000000000000000000000605070004ffc40015100101000000\
        00000000000000000000000003ffda0008010100003f002136980d3391999326cd49ccf66d084265e8735c79a6cf\
        26d301a672333264d9a9399ecda1084cbd0e6b8f34d9e4da6034ce46664c9b352733d9b4210997a1cd71e69bffd9
        """
}
