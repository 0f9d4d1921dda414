/// A gray plane widened to 16 bits with one mirrored pixel around it, so that 3x3 filters need no edge cases.
struct SignedPlane: Sendable {
    /// Of the picture, without the border.
    let width: Int
    let height: Int
    /// `width + 2`.
    let stride: Int
    /// `(width + 2) * (height + 2)` levels, 0...255.
    let values: [Int16]

    init(_ gray: GrayPlane) {
        width = gray.width
        height = gray.height
        stride = width + 2
        var padded = [Int16](repeating: 0, count: stride * (height + 2))
        var out = padded.mutableSpan
        let source = gray.values.span
        for y in -1...height {
            let from = Border.mirrored(y, count: height) * width
            let to = (y + 1) * stride
            for x in 0..<width { out[to &+ 1 &+ x] = Int16(source[from &+ x]) }
            out[to] = out[to + 1 + Border.mirrored(-1, count: width)]
            out[to + stride - 1] = out[to + 1 + Border.mirrored(width, count: width)]
        }
        values = padded
    }
}
