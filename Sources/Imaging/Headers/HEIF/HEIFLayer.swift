/// The coded pictures that one item's pixels are made of: a grid of tiles, or a single one.
struct HEIFLayer {
    let width: Int
    let height: Int
    let columns: Int
    let tileWidth: Int
    let tileHeight: Int
    /// From the left, then from the top.
    let tiles: [HEIFTile]

    /// More tiles than this are no picture: 48 megapixels in tiles of 512 are 192.
    private static let mostTiles = 1024

    /// The item and what it is made of, all sizes checked against each other and the limits. No decoder has run.
    ///
    /// Complexity: the item's bytes; a grid's tiles together hold no more bytes than the file.
    init(
        item: Int,
        of items: HEIFItems,
        in bytes: borrowing Span<UInt8>,
        limits: ImageLimits
    ) throws(ImagingError) {
        guard let type = items.types[item] else { throw .brokenHEIF("an item is not in its table") }
        if type == ISOBox.code("grid") {
            let grid = try HEIFGrid(item: item, of: items, in: bytes)
            try limits.check(width: grid.width, height: grid.height)
            let parts = items.parts(of: item)
            guard parts.count == grid.rows * grid.columns else {
                throw .brokenHEIF("a grid of \(grid.columns) x \(grid.rows) has \(parts.count) tiles")
            }
            guard parts.count <= Self.mostTiles else {
                throw .largeHEIF("a grid of \(parts.count) tiles, at most \(Self.mostTiles) are taken")
            }
            var tiles: [HEIFTile] = []
            var total = 0
            for part in parts {
                let tile = try HEIFTile(item: part, of: items, in: bytes)
                total += tile.length
                guard total <= bytes.count else { throw .largeHEIF("tiles that are together longer than the file") }
                tiles.append(tile)
            }
            (tileWidth, tileHeight) = (tiles[0].width, tiles[0].height)
            try grid.check(tiles)
            let covered = ImageLimits.product(tileWidth, grid.columns, tileHeight, grid.rows)
            guard let covered, covered <= limits.pixels else {
                throw .largeHEIF("tiles of more than \(limits.pixels) pixels")
            }
            (width, height, columns) = (grid.width, grid.height, grid.columns)
            self.tiles = tiles
        } else {
            let tile = try HEIFTile(item: item, of: items, in: bytes)
            (width, height, columns) = (tile.width, tile.height, 1)
            (tileWidth, tileHeight) = (tile.width, tile.height)
            try limits.check(width: width, height: height)
            tiles = [tile]
        }
        for tile in tiles { try tile.checkStream(in: bytes) }
    }
}
