import Gate

/// Reads binary PPM files (P6, 8 bits): what the reference script writes.
enum Portable {
    enum Fault: Error, Equatable { case notPPM, wrongSize }

    static func image(_ bytes: [UInt8]) throws -> RGBImage {
        guard bytes.starts(with: Array("P6".utf8)) else { throw Fault.notPPM }
        var position = 2
        var numbers: [Int] = []
        while numbers.count < 3 {
            while position < bytes.count, bytes[position] <= 32 { position += 1 }
            var number = 0
            while position < bytes.count, (48...57).contains(bytes[position]) {
                number = number * 10 + Int(bytes[position] - 48)
                position += 1
            }
            numbers.append(number)
        }
        let pixels = Array(bytes.dropFirst(position + 1))
        guard numbers[2] == 255, numbers[0] > 0, pixels.count == numbers[0] * numbers[1] * 3 else {
            throw Fault.wrongSize
        }
        return RGBImage(width: numbers[0], height: numbers[1], pixels: pixels)
    }
}
