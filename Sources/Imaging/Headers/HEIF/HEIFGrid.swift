/// What a grid item says. Source: ISO/IEC 23008-12, section 6.6.2.3.
struct HEIFGrid {
    let rows: Int
    let columns: Int
    let width: Int
    let height: Int

    init(item: Int, of items: HEIFItems, in bytes: borrowing Span<UInt8>) throws(ImagingError) {
        let ranges = try items.content(of: item, in: bytes)
        guard ranges.count == 1, let start = ranges.first?.lowerBound, let end = ranges.first?.upperBound,
            let flags = bytes.byte(at: start + 1), let rows = bytes.byte(at: start + 2),
            let columns = bytes.byte(at: start + 3)
        else { throw .brokenHEIF("a grid cannot be read") }
        let wide = flags & 1 != 0
        guard start + (wide ? 12 : 8) <= end,
            let width = wide ? bytes.uint32(at: start + 4) : bytes.uint16(at: start + 4),
            let height = wide ? bytes.uint32(at: start + 8) : bytes.uint16(at: start + 6), width > 0, height > 0
        else { throw .brokenHEIF("a grid cannot be read") }
        (self.rows, self.columns, self.width, self.height) = (rows + 1, columns + 1, width, height)
    }

    /// Tiles are alike, cover the picture, and none lies outside it: so their pixels are bounded by the picture's.
    func check(_ tiles: [HEIFTile]) throws(ImagingError) {
        let first = tiles[0]
        let (tileWidth, tileHeight) = (first.width, first.height)
        guard tiles.allSatisfy({ ($0.width, $0.height, $0.chroma) == (first.width, first.height, first.chroma) }) else {
            throw .brokenHEIF("the tiles of a grid are of different kinds")
        }
        guard tileWidth * columns >= width, tileHeight * rows >= height, tileWidth * (columns - 1) < width,
            tileHeight * (rows - 1) < height
        else {
            throw .brokenHEIF(
                "\(columns) x \(rows) tiles of \(tileWidth) x \(tileHeight) do not make \(width) x \(height)"
            )
        }
        // Chroma of half the size must meet at whole samples.
        guard columns == 1 || tileWidth % 2 == 0, rows == 1 || tileHeight % 2 == 0 else {
            throw .brokenHEIF("the tiles of a grid have odd sides")
        }
    }
}
