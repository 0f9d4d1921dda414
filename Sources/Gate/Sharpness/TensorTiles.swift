/// Gradient tensors of a plane by tiles.
struct TensorTiles: Sendable {
    /// Of whole tiles, row by row; empty when the plane is smaller than one.
    let means: [Tensor]
    /// Of the whole plane.
    let total: Tensor

    init(_ plane: SignedPlane, side: Int) {
        let (across, down) = (plane.width / side, plane.height / side)
        var sums = [SIMD4<Int32>](repeating: .zero, count: max(across * down, 1))
        var rows = Rows(width: plane.width)
        var (xx, yy, xy) = (0, 0, 0)
        for y in 0..<plane.height {
            rows.move(to: y, in: plane)
            let row = rows.sums(side: side, tiles: across)
            xx += row.rest.0
            yy += row.rest.1
            xy += row.rest.2
            for tile in 0..<across {
                let part = row.tiles[tile]
                xx += Int(part.x)
                yy += Int(part.y)
                xy += Int(part.z)
                if y / side < down { sums[y / side * across + tile] &+= part }
            }
        }
        let count = Double(plane.width * plane.height)
        total = Tensor(xx: Double(xx) / count, yy: Double(yy) / count, xy: Double(xy) / count)
        let area = Double(side * side)
        means = sums.prefix(across * down).map {
            Tensor(xx: Double($0.x) / area, yy: Double($0.y) / area, xy: Double($0.z) / area)
        }
    }

    /// One row's gradients.
    private struct Rows {
        private var gx: [Int16]
        private var gy: [Int16]

        init(width: Int) {
            gx = [Int16](repeating: 0, count: width)
            gy = gx
        }

        mutating func move(to y: Int, in plane: SignedPlane) {
            Self.slopes(plane, y, &gx, &gy)
        }

        private static func slopes(_ plane: SignedPlane, _ y: Int, _ gx: inout [Int16], _ gy: inout [Int16]) {
            var across = gx.mutableSpan
            var down = gy.mutableSpan
            plane.slopes(y, across: &across, down: &down)
        }

        /// Sums of gx^2, gy^2 and gx gy by tile, and of what is right of the last whole one.
        ///
        /// INVARIANT: a gradient is at most 1,020, so a tile of 16x16 sums to 267 million at most.
        func sums(side: Int, tiles: Int) -> (tiles: [SIMD4<Int32>], rest: (Int, Int, Int)) {
            let x = gx.span
            let y = gy.span
            var result = [SIMD4<Int32>](repeating: .zero, count: tiles)
            func sum(_ range: Range<Int>) -> SIMD4<Int32> {
                let a = x.extracting(range)
                let b = y.extracting(range)
                var (xx, yy, xy): (Int32, Int32, Int32) = (0, 0, 0)
                for i in 0..<a.count {
                    let (p, q) = (Int32(a[i]), Int32(b[i]))
                    xx &+= p &* p
                    yy &+= q &* q
                    xy &+= p &* q
                }
                return SIMD4(xx, yy, xy, 0)
            }
            for tile in 0..<tiles { result[tile] = sum(tile * side..<(tile + 1) * side) }
            var rest = (0, 0, 0)
            var start = tiles * side
            while start < x.count {
                let end = min(start + 16, x.count)
                let part = sum(start..<end)
                rest = (rest.0 + Int(part.x), rest.1 + Int(part.y), rest.2 + Int(part.z))
                start = end
            }
            return (result, rest)
        }
    }
}
