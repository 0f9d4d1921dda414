/// Loops over whole rows that run on vectors: all spans are of one length and indexed alike, so that one check at the start
/// replaces one an element, which would leave the end of every row to be done pixel by pixel.
enum RowKernels {
    /// The greatest of seven.
    static func greatest(
        _ a: Span<UInt8>,
        _ b: Span<UInt8>,
        _ c: Span<UInt8>,
        _ d: Span<UInt8>,
        _ e: Span<UInt8>,
        _ f: Span<UInt8>,
        _ g: Span<UInt8>,
        into out: inout MutableSpan<UInt8>
    ) {
        let n = out.count
        precondition(a.count == n && b.count == n && c.count == n && d.count == n, "rows of different lengths")
        precondition(e.count == n && f.count == n && g.count == n, "rows of different lengths")
        for i in 0..<n { out[i] = max(max(max(a[i], b[i]), max(c[i], d[i])), max(max(e[i], f[i]), g[i])) }
    }

    /// The least of seven.
    static func least(
        _ a: Span<UInt8>,
        _ b: Span<UInt8>,
        _ c: Span<UInt8>,
        _ d: Span<UInt8>,
        _ e: Span<UInt8>,
        _ f: Span<UInt8>,
        _ g: Span<UInt8>,
        into out: inout MutableSpan<UInt8>
    ) {
        let n = out.count
        precondition(a.count == n && b.count == n && c.count == n && d.count == n, "rows of different lengths")
        precondition(e.count == n && f.count == n && g.count == n, "rows of different lengths")
        for i in 0..<n { out[i] = min(min(min(a[i], b[i]), min(c[i], d[i])), min(min(e[i], f[i]), g[i])) }
    }

    static func greatest(_ a: Span<UInt8>, _ b: Span<UInt8>, into out: inout MutableSpan<UInt8>) {
        let n = out.count
        precondition(a.count == n && b.count == n, "rows of different lengths")
        for i in 0..<n { out[i] = max(a[i], b[i]) }
    }

    static func least(_ a: Span<UInt8>, _ b: Span<UInt8>, into out: inout MutableSpan<UInt8>) {
        let n = out.count
        precondition(a.count == n && b.count == n, "rows of different lengths")
        for i in 0..<n { out[i] = min(a[i], b[i]) }
    }

    /// Takes the lesser of two off.
    static func subtractLeast(_ a: Span<UInt8>, _ b: Span<UInt8>, from out: inout MutableSpan<UInt8>) {
        let n = out.count
        precondition(a.count == n && b.count == n, "rows of different lengths")
        for i in 0..<n { out[i] = out[i] &- min(a[i], b[i]) }
    }

    /// The greatest of three.
    static func greatest(_ a: Span<Int32>, _ b: Span<Int32>, _ c: Span<Int32>, into out: inout MutableSpan<Int32>) {
        let n = out.count
        precondition(a.count == n && b.count == n && c.count == n, "rows of different lengths")
        for i in 0..<n { out[i] = max(max(a[i], b[i]), c[i]) }
    }

    /// 1 where a value reaches its peak and the range is at least `least`, else 0.
    static func marks(
        _ values: Span<Int32>,
        _ peaks: Span<Int32>,
        _ ranges: Span<UInt8>,
        least: UInt8,
        into out: inout MutableSpan<UInt8>
    ) {
        let n = out.count
        precondition(values.count == n && peaks.count == n && ranges.count == n, "rows of different lengths")
        for i in 0..<n {
            let (isPeak, isWide): (UInt8, UInt8) = (values[i] >= peaks[i] ? 1 : 0, ranges[i] >= least ? 1 : 0)
            out[i] = isPeak & isWide
        }
    }

    /// Adds products of slopes: across with itself, down with itself, the two.
    static func addProducts(
        _ x: Span<Int16>,
        _ y: Span<Int16>,
        to xx: inout MutableSpan<Int32>,
        _ yy: inout MutableSpan<Int32>,
        _ xy: inout MutableSpan<Int32>
    ) {
        let n = xx.count
        precondition(x.count == n && y.count == n && yy.count == n && xy.count == n, "rows of different lengths")
        for i in 0..<n {
            let (p, q) = (Int32(x[i]), Int32(y[i]))
            xx[i] &+= p &* p
            yy[i] &+= q &* q
            xy[i] &+= p &* q
        }
    }

    /// Levels less their mean, by a window.
    static func window(
        _ levels: Span<UInt8>,
        less mean: Float,
        _ window: Span<Float>,
        _ weight: Float,
        into out: inout MutableSpan<Float>
    ) {
        let n = out.count
        precondition(levels.count == n && window.count == n, "rows of different lengths")
        for i in 0..<n { out[i] = (Float(levels[i]) - mean) * (window[i] * weight) }
    }
}
