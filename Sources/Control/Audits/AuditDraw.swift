/// Whether a rejected upload is sent all the same, so that false rejects can be counted without bias.
package enum AuditDraw {
    /// Drawn with probability `share`. The propensity is known before the draw and logged with it.
    ///
    /// - Parameter randomness: 64 uniform random bits.
    package static func isDrawn(share: Double, randomness: UInt64) -> Bool {
        // 53 bits are what a Double tells apart; `share` 0 never draws and 1 always does.
        Double(randomness >> 11) < share * 0x1p53
    }
}
