extension Certificate {
    /// What may honestly be said: of the traffic it saw, in the past, with its confidence. Never "is".
    ///
    /// - Parameter date: How a moment of its zone, in milliseconds, is written.
    package func sentence(_ date: (Int64) -> String) -> String {
        "On \(uploads) uploads between \(date(from)) and \(date(to)), these ceilings would have rejected "
            + "\(falseRejects) answers the cloud got right; with \(Self.percent(confidence, 0)) confidence their rate on "
            + "that traffic was at most \(Self.percent(bound, 4))."
    }

    /// A share in percent with so many decimals, rounded up: a bound is never shown smaller than it is.
    private static func percent(_ share: Double, _ decimals: Int) -> String {
        var scale = 1
        for _ in 0..<decimals { scale *= 10 }
        let units = Int((share * 100 * Double(scale) - 1e-9).rounded(.up))
        guard decimals > 0 else { return "\(units) %" }
        let digits = String(units % scale)
        return "\(units / scale)." + String(repeating: "0", count: decimals - digits.count) + digits + " %"
    }
}
