extension String {
    /// Padded with spaces on the right to `width` cells.
    package func padded(to width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self + " "
    }
}
