/// Shannon entropy.
enum Entropy {
    /// In bits, of counts or weights of any sum; empty ones do not matter.
    static func bits(_ weights: [Double]) -> Double {
        var total = 0.0
        for weight in weights { total += weight }
        guard total > 0 else { return 0 }
        var sum = 0.0
        for weight in weights where weight > 0 { sum -= weight * Elementary.ln(weight / total) }
        return sum / total / 0.693147180559945309417232
    }
}
