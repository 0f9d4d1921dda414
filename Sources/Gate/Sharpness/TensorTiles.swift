/// Gradient tensors of a plane by tiles.
struct TensorTiles: Sendable {
    /// Of whole tiles, row by row; empty when the plane is smaller than one.
    let means: [Tensor]
    /// Of the whole plane.
    let total: Tensor

    /// `side`: of a tile, 16 at most.
    init(_ plane: SignedPlane, side: Int) {
        let (across, down) = (plane.width / side, plane.height / side)
        let area = Double(side * side)
        var means: [Tensor] = []
        means.reserveCapacity(across * down)
        var sums = ColumnSums(width: plane.width)
        var whole = (xx: 0, yy: 0, xy: 0)
        for top in stride(from: 0, to: plane.height, by: side) {
            let bottom = min(top + side, plane.height)
            sums.gather(plane, rows: top..<bottom)
            for tile in 0..<across {
                let part = sums.sum(tile * side..<(tile + 1) * side)
                whole = (whole.xx + part.xx, whole.yy + part.yy, whole.xy + part.xy)
                guard bottom - top == side else { continue }
                means.append(
                    Tensor(xx: Double(part.xx) / area, yy: Double(part.yy) / area, xy: Double(part.xy) / area)
                )
            }
            let rest = sums.sum(across * side..<plane.width)
            whole = (whole.xx + rest.xx, whole.yy + rest.yy, whole.xy + rest.xy)
        }
        let count = Double(plane.width * plane.height)
        total = Tensor(xx: Double(whole.xx) / count, yy: Double(whole.yy) / count, xy: Double(whole.xy) / count)
        self.means = means
    }

    /// Sums of products of gradients down the columns of a row of tiles.
    ///
    /// INVARIANT: a gradient is at most 1,020, so sixteen products add up to 17 million at most, those of a tile to 267 million.
    private struct ColumnSums {
        private var gx: [Int16]
        private var gy: [Int16]
        private var xx: [Int32]
        private var yy: [Int32]
        private var xy: [Int32]

        init(width: Int) {
            gx = [Int16](repeating: 0, count: width)
            gy = gx
            xx = [Int32](repeating: 0, count: width)
            (yy, xy) = (xx, xx)
        }

        mutating func gather(_ plane: SignedPlane, rows: Range<Int>) {
            for x in xx.indices { (xx[x], yy[x], xy[x]) = (0, 0, 0) }
            for y in rows {
                Self.slopes(plane, y, &gx, &gy)
                Self.add(gx, gy, &xx, &yy, &xy)
            }
        }

        private static func slopes(_ plane: SignedPlane, _ y: Int, _ gx: inout [Int16], _ gy: inout [Int16]) {
            var across = gx.mutableSpan
            var down = gy.mutableSpan
            plane.slopes(y, across: &across, down: &down)
        }

        private static func add(
            _ gx: [Int16],
            _ gy: [Int16],
            _ xx: inout [Int32],
            _ yy: inout [Int32],
            _ xy: inout [Int32]
        ) {
            var first = xx.mutableSpan
            var second = yy.mutableSpan
            var mixed = xy.mutableSpan
            RowKernels.addProducts(gx.span, gy.span, to: &first, &second, &mixed)
        }

        func sum(_ columns: Range<Int>) -> (xx: Int, yy: Int, xy: Int) {
            (
                Self.sum(xx.span.extracting(columns)), Self.sum(yy.span.extracting(columns)),
                Self.sum(xy.span.extracting(columns))
            )
        }

        private static func sum(_ values: Span<Int32>) -> Int {
            var sum = 0
            for i in 0..<values.count { sum &+= Int(values[i]) }
            return sum
        }
    }
}
