/// A rectangle of whole pixels.
struct HEIFCrop: Hashable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int

    init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// A clean aperture: its size, and how far its centre lies from the picture's, all as fractions. Source: ISO/IEC
    /// 14496-12, section 12.1.4.
    init(_ box: ISOBox, of layer: HEIFLayer, in bytes: borrowing Span<UInt8>) throws(ImagingError) {
        var numbers: [Int] = []
        for index in 0..<8 {
            guard let number = bytes.uint32(at: box.content + index * 4), box.content + 32 <= box.end else {
                throw .brokenHEIF("its crop is cut short")
            }
            // Only the distances may be negative.
            numbers.append(index == 4 || index == 6 ? Int(Int32(truncatingIfNeeded: number)) : number)
        }
        guard [1, 3, 5, 7].allSatisfy({ numbers[$0] > 0 }) else { throw .brokenHEIF("its crop divides by zero") }
        width = numbers[0] / numbers[1]
        height = numbers[2] / numbers[3]
        // Half of what is left, moved by the distance, rounded to the nearest.
        func start(_ whole: Int, _ part: Int, _ distance: Int, _ divisor: Int) -> Int {
            let twice = Double(whole - part) + 2 * Double(distance) / Double(divisor)
            return Int((twice / 2).rounded(.down))
        }
        x = start(layer.width, width, numbers[4], numbers[5])
        y = start(layer.height, height, numbers[6], numbers[7])
        guard x >= 0, y >= 0, width > 0, height > 0, x + width <= layer.width, y + height <= layer.height else {
            throw .brokenHEIF("its crop lies outside the picture")
        }
    }
}
