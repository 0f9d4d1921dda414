/// One stage of Stockham's transform: `stride` interleaved transforms of `length` points lose one factor `radix`.
///
/// `y[q + s (r p + k)] = w^(p k) * sum over j of x[q + s (p + m j)] * exp(-2 pi i j k / r)` with `m = length / r`.
struct ButterflyStage {
    let length: Int
    let stride: Int
    let radix: Int

    private var part: Int { length / radix }

    func two(_ signal: [ComplexLanes], into result: inout [ComplexLanes], _ roots: [ComplexNumber]) {
        let source = signal.span
        var target = result.mutableSpan
        let half = part * stride
        for p in 0..<part {
            let w = roots[p * stride]
            for q in 0..<stride {
                let from = q &+ stride &* p
                let to = q &+ stride &* 2 &* p
                let (a, b) = (source[from], source[from &+ half])
                target[to] = a + b
                target[to &+ stride] = (a - b) * w
            }
        }
    }

    func four(_ signal: [ComplexLanes], into result: inout [ComplexLanes], _ roots: [ComplexNumber]) {
        let source = signal.span
        var target = result.mutableSpan
        let quarter = part * stride
        for p in 0..<part {
            let step = p * stride
            let (w1, w2, w3) = (roots[step], roots[2 * step], roots[3 * step])
            for q in 0..<stride {
                let from = q &+ stride &* p
                let to = q &+ stride &* 4 &* p
                let (a, b) = (source[from], source[from &+ quarter])
                let (c, d) = (source[from &+ 2 &* quarter], source[from &+ 3 &* quarter])
                let (even, odd) = (a + c, a - c)
                let (sum, difference) = (b + d, b - d)
                let turned = ComplexLanes(re: difference.im, im: Lanes.zero - difference.re)
                target[to] = even + sum
                target[to &+ stride] = (odd + turned) * w1
                target[to &+ 2 &* stride] = (even - sum) * w2
                target[to &+ 3 &* stride] = (odd - turned) * w3
            }
        }
    }

    func three(_ signal: [ComplexLanes], into result: inout [ComplexLanes], _ roots: [ComplexNumber]) {
        let source = signal.span
        var target = result.mutableSpan
        let third = part * stride
        let turn = roots[roots.count / 3]
        for p in 0..<part {
            let (w1, w2) = (roots[p * stride], roots[2 * p * stride])
            for q in 0..<stride {
                let from = q &+ stride &* p
                let to = q &+ stride &* 3 &* p
                let (first, a, b) = (source[from], source[from &+ third], source[from &+ 2 &* third])
                let (sum, difference) = (a + b, a - b)
                let even = ComplexLanes(re: first.re + sum.re * turn.re, im: first.im + sum.im * turn.re)
                let odd = ComplexLanes(re: difference.im * turn.im, im: difference.re * turn.im)
                target[to] = first + sum
                target[to &+ stride] = ComplexLanes(re: even.re - odd.re, im: even.im + odd.im) * w1
                target[to &+ 2 &* stride] = ComplexLanes(re: even.re + odd.re, im: even.im - odd.im) * w2
            }
        }
    }

    /// Outputs k and r - k share their products: sums of mirrored inputs meet the cosines, differences the sines.
    func odd(_ signal: [ComplexLanes], into result: inout [ComplexLanes], _ roots: [ComplexNumber]) {
        let source = signal.span
        var target = result.mutableSpan
        let half = radix / 2
        let step = part * stride
        let turn = roots.count / radix
        var pairs = [MirroredPair](repeating: MirroredPair(), count: half + 1)
        for p in 0..<part {
            for q in 0..<stride {
                let from = q &+ stride &* p
                let to = q &+ stride &* radix &* p
                let first = source[from]
                var total = first
                for j in 1...half {
                    let (a, b) = (source[from &+ step &* j], source[from &+ step &* (radix &- j)])
                    pairs[j] = MirroredPair(sum: a + b, difference: a - b)
                    total = total + pairs[j].sum
                }
                target[to] = total
                for k in 1...half {
                    var even = first
                    var odd = ComplexLanes.zero
                    var index = 0
                    for j in 1...half {
                        index &+= k
                        if index >= radix { index &-= radix }
                        let w = roots[index &* turn]
                        let pair = pairs[j]
                        even.re += pair.sum.re * w.re
                        even.im += pair.sum.im * w.re
                        odd.re += pair.difference.im * w.im
                        odd.im += pair.difference.re * w.im
                    }
                    let low = ComplexLanes(re: even.re - odd.re, im: even.im + odd.im)
                    let high = ComplexLanes(re: even.re + odd.re, im: even.im - odd.im)
                    target[to &+ k &* stride] = low * roots[p &* k &* stride]
                    target[to &+ (radix &- k) &* stride] = high * roots[p &* (radix &- k) &* stride]
                }
            }
        }
    }
}

/// Inputs j and r - j of an odd butterfly.
private struct MirroredPair {
    var sum = ComplexLanes.zero
    var difference = ComplexLanes.zero
}
