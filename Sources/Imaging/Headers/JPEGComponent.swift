/// One component of a JPEG's frame.
struct JPEGComponent {
    let id: Int
    /// Sampling factors, 1...4.
    let horizontal: Int
    let vertical: Int

    /// Blocks of 8x8 in the component of a picture of this size, padded to whole MCUs.
    func blocks(width: Int, height: Int, horizontalMax: Int, verticalMax: Int) -> Int {
        let across = (width + 8 * horizontalMax - 1) / (8 * horizontalMax)
        let down = (height + 8 * verticalMax - 1) / (8 * verticalMax)
        return across * horizontal * down * vertical
    }
}
