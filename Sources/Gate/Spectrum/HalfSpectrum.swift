/// Half of a spectrum between the two passes: blocks of eight vertical frequencies as lanes, one element a column.
struct HalfSpectrum {
    let width: Int
    /// Of eight vertical frequencies; those beyond the half are zero.
    let blocks: Int
    private var values: [ComplexLanes]

    init(width: Int, height: Int) {
        self.width = width
        blocks = height / 2 / 8 + 1
        values = [ComplexLanes](repeating: .zero, count: width * blocks)
    }

    /// A block to copy into.
    func empty() -> [ComplexLanes] { [ComplexLanes](repeating: .zero, count: width) }

    func copy(_ block: Int, into target: inout [ComplexLanes]) {
        let source = values.span
        let start = block * width
        for x in 0..<width { target[x] = source[start &+ x] }
    }

    /// Stores eight frequencies of eight columns, given a frequency an element and a column a lane: turns the square.
    mutating func put(_ rows: [ComplexLanes], block: Int, column: Int) {
        precondition(rows.count == 8, "a block is eight frequencies")
        let start = block * width + column
        let count = max(0, min(8, width - column))
        var target = values.mutableSpan
        for i in 0..<count {
            target[start &+ i] = ComplexLanes(
                re: Lanes(
                    rows[0].re[i],
                    rows[1].re[i],
                    rows[2].re[i],
                    rows[3].re[i],
                    rows[4].re[i],
                    rows[5].re[i],
                    rows[6].re[i],
                    rows[7].re[i]
                ),
                im: Lanes(
                    rows[0].im[i],
                    rows[1].im[i],
                    rows[2].im[i],
                    rows[3].im[i],
                    rows[4].im[i],
                    rows[5].im[i],
                    rows[6].im[i],
                    rows[7].im[i]
                )
            )
        }
    }
}
