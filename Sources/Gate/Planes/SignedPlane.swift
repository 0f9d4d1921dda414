/// A plane of 16-bit numbers with one mirrored pixel around it, so that 3x3 filters need no edge cases.
struct SignedPlane: Sendable {
    /// Of the picture, without the border.
    let width: Int
    let height: Int
    /// `width + 2`.
    let stride: Int
    /// `(width + 2) * (height + 2)` numbers.
    let values: [Int16]

    init(_ gray: GrayPlane) {
        var wide = [Int16](repeating: 0, count: gray.values.count)
        let source = gray.values.span
        var out = wide.mutableSpan
        for i in 0..<source.count { out[i] = Int16(source[i]) }
        self.init(width: gray.width, height: gray.height, values: wide)
    }

    /// INVARIANT: numbers are 0...1,020 (up to four levels added), so that no kernel leaves 16 bits.
    init(width: Int, height: Int, values source: [Int16]) {
        precondition(width > 0 && height > 0 && source.count == width * height, "a plane of a wrong size")
        let stride = width + 2
        var padded = [Int16](repeating: 0, count: stride * (height + 2))
        for y in -1...height {
            Self.copy(source, Border.mirrored(y, count: height) * width, width, into: &padded, at: (y + 1) * stride)
        }
        self.width = width
        self.height = height
        self.stride = stride
        values = padded
    }

    private static func copy(_ source: [Int16], _ start: Int, _ width: Int, into padded: inout [Int16], at to: Int) {
        let row = source.span.extracting(start..<start + width)
        var out = padded.mutableSpan
        for x in 0..<width { out[to &+ 1 &+ x] = row[x] }
        out[to] = row[Border.mirrored(-1, count: width)]
        out[to + width + 1] = row[Border.mirrored(width, count: width)]
    }

    /// Squared lengths of the Sobel gradients of row `y` (kernels that add up to 8), into `out[start...]`.
    func gradients(_ y: Int, into out: inout MutableSpan<Int32>, at start: Int) {
        let count = width
        let a = values.span.extracting(y * stride..<(y + 1) * stride)
        let b = values.span.extracting((y + 1) * stride..<(y + 2) * stride)
        let c = values.span.extracting((y + 2) * stride..<(y + 3) * stride)
        precondition(start >= 0 && start + count <= out.count && count + 2 == stride, "a row outside the plane")
        for i in 0..<count {
            let gx = (a[i &+ 2] &- a[i]) &+ ((b[i &+ 2] &- b[i]) &<< 1) &+ (c[i &+ 2] &- c[i])
            let gy = (c[i] &- a[i]) &+ ((c[i &+ 1] &- a[i &+ 1]) &<< 1) &+ (c[i &+ 2] &- a[i &+ 2])
            out[start &+ i] = Int32(gx) &* Int32(gx) &+ Int32(gy) &* Int32(gy)
        }
    }

    /// Sobel gradients of row `y` (kernels that add up to 8), across and down.
    func slopes(_ y: Int, across gx: inout MutableSpan<Int16>, down gy: inout MutableSpan<Int16>) {
        let count = width
        let a = values.span.extracting(y * stride..<(y + 1) * stride)
        let b = values.span.extracting((y + 1) * stride..<(y + 2) * stride)
        let c = values.span.extracting((y + 2) * stride..<(y + 3) * stride)
        precondition(gx.count == count && gy.count == count && count + 2 == stride, "a row of another length")
        for i in 0..<count {
            gx[i] = (a[i &+ 2] &- a[i]) &+ ((b[i &+ 2] &- b[i]) &<< 1) &+ (c[i &+ 2] &- c[i])
            gy[i] = (c[i] &- a[i]) &+ ((c[i &+ 1] &- a[i &+ 1]) &<< 1) &+ (c[i &+ 2] &- a[i &+ 2])
        }
    }

    /// 4-neighbour Laplacians of row `y`.
    func laplacians(_ y: Int, into out: inout MutableSpan<Int16>) {
        let count = width
        let a = values.span.extracting(y * stride..<(y + 1) * stride)
        let b = values.span.extracting((y + 1) * stride..<(y + 2) * stride)
        let c = values.span.extracting((y + 2) * stride..<(y + 3) * stride)
        precondition(out.count == count && count + 2 == stride, "a row of another length")
        for i in 0..<count { out[i] = a[i &+ 1] &+ c[i &+ 1] &+ b[i] &+ b[i &+ 2] &- (b[i &+ 1] &<< 2) }
    }

    /// |second difference across of second difference down| of row `y`: blind to edges along either axis, even to noise.
    func residuals(_ y: Int, into out: inout MutableSpan<Int16>) {
        let count = width
        let a = values.span.extracting(y * stride..<(y + 1) * stride)
        let b = values.span.extracting((y + 1) * stride..<(y + 2) * stride)
        let c = values.span.extracting((y + 2) * stride..<(y + 3) * stride)
        precondition(out.count == count && count + 2 == stride, "a row of another length")
        for i in 0..<count {
            let left = a[i] &- (b[i] &<< 1) &+ c[i]
            let centre = a[i &+ 1] &- (b[i &+ 1] &<< 1) &+ c[i &+ 1]
            let right = a[i &+ 2] &- (b[i &+ 2] &<< 1) &+ c[i &+ 2]
            let value = left &- (centre &<< 1) &+ right
            out[i] = max(value, 0 &- value)
        }
    }

    /// Blurred by 1 4 6 4 1 across and down (a sigma of one pixel), in quarters of a level. INVARIANT: levels are at most 255.
    func blurredFourfold() -> SignedPlane {
        let (width, height, stride) = (self.width, self.height, self.stride)
        var blurred = [Int16](repeating: 0, count: width * height)
        // A row mixed with those above and below, and two pixels either side.
        var mixed = [Int16](repeating: 0, count: width + 4)
        let source = values.span
        var target = blurred.mutableSpan
        func start(_ y: Int) -> Int { (Border.mirrored(y, count: height) + 1) * stride + 1 }
        for y in 0..<height {
            let (s0, s1, s2, s3, s4) = (start(y - 2), start(y - 1), start(y), start(y + 1), start(y + 2))
            let a = source.extracting(s0..<s0 + width)
            let b = source.extracting(s1..<s1 + width)
            let c = source.extracting(s2..<s2 + width)
            let d = source.extracting(s3..<s3 + width)
            let e = source.extracting(s4..<s4 + width)
            var mix = mixed.mutableSpan
            for x in 0..<width { mix[x &+ 2] = 6 &* c[x] &+ ((b[x] &+ d[x]) &<< 2) &+ a[x] &+ e[x] }
            for i in 1...2 {
                mix[2 - i] = mix[Border.mirrored(-i, count: width) + 2]
                mix[width + 1 + i] = mix[Border.mirrored(width - 1 + i, count: width) + 2]
            }
            for x in 0..<width {
                let ends = Int32(mix[x]) &+ Int32(mix[x &+ 4])
                let next = Int32(mix[x &+ 1]) &+ Int32(mix[x &+ 3])
                let sum = 6 &* Int32(mix[x &+ 2]) &+ (next &<< 2) &+ ends
                target[y &* width &+ x] = Int16(truncatingIfNeeded: (sum &+ 32) &>> 6)
            }
        }
        return SignedPlane(width: width, height: height, values: blurred)
    }

    /// Means of two by two pixels, rounded; a side of one pixel stays.
    func halved() -> SignedPlane {
        let (across, down) = (max(1, width / 2), max(1, height / 2))
        var out = [Int16](repeating: 0, count: across * down)
        let source = values.span
        var target = out.mutableSpan
        for y in 0..<down {
            let above = (2 * y + 1) * stride + 1
            let below = (2 * y + 2) * stride + 1
            for x in 0..<across {
                let top = source[above &+ 2 &* x] &+ source[above &+ 2 &* x &+ 1]
                let bottom = source[below &+ 2 &* x] &+ source[below &+ 2 &* x &+ 1]
                target[y &* across &+ x] = (top &+ bottom &+ 2) &>> 2
            }
        }
        return SignedPlane(width: across, height: down, values: out)
    }
}
