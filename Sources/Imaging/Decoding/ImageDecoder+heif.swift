internal import CImaging
internal import Gate

extension ImageDecoder {
    static func heif(
        _ bytes: [UInt8],
        _ header: HEIFHeader,
        plan: DecodePlan,
        background: (red: UInt8, green: UInt8, blue: UInt8),
        limits: ImageLimits,
        threads: Int
    ) throws(ImagingError) -> DecodedPicture {
        var files: [UInt8] = []
        let color = tiles(of: header.color, crop: header.crop, from: bytes.span, to: &files)
        let alpha = header.alpha.map { tiles(of: $0, crop: header.crop, from: bytes.span, to: &files) } ?? []
        var result = imaging_result()
        var named = imaging_heif_color()
        let size = plan.outWidth * plan.outHeight * 3
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size) { out, count in
            unsafe out.initialize(repeating: 0)
            unsafe color.withUnsafeBufferPointer { color in
                unsafe alpha.withUnsafeBufferPointer { alpha in
                    var request = unsafe imaging_heif_request(
                        width: UInt32(plan.width),
                        height: UInt32(plan.height),
                        out_width: UInt32(plan.outWidth),
                        out_height: UInt32(plan.outHeight),
                        background: (background.red, background.green, background.blue),
                        threads: UInt32(threads),
                        color: layer(color, header.color),
                        alpha: layer(alpha, header.alpha),
                        limits: limits.forC
                    )
                    unsafe files.withUnsafeBufferPointer { files in
                        unsafe imaging_heif_decode(
                            files.baseAddress,
                            files.count,
                            &request,
                            out.baseAddress,
                            &named,
                            &result
                        )
                    }
                }
            }
            count = size
        }
        try check(result, rows: plan.height, kind: "HEIF picture")
        var picture = result.picture(RGBImage(width: plan.outWidth, height: plan.outHeight, pixels: pixels))
        // Where the container says nothing, the coded picture may.
        let coded = StoredColor.codePoints(primaries: Int(named.primaries), transfer: Int(named.transfer))
        if header.profile == nil, header.primaries == nil, let color = ColorConversion(coded) {
            picture.image = color.converted(picture.image)
        }
        return picture
    }

    /// A file for each tile, appended to `files`, and where they are and belong.
    private static func tiles(
        of layer: HEIFLayer,
        crop: HEIFCrop,
        from bytes: borrowing Span<UInt8>,
        to files: inout [UInt8]
    ) -> [imaging_heif_tile] {
        var tiles: [imaging_heif_tile] = []
        for (index, tile) in layer.tiles.enumerated() {
            let start = files.count
            HEIFTileFile.append(tile, from: bytes, to: &files)
            tiles.append(
                imaging_heif_tile(
                    offset: start,
                    length: files.count - start,
                    x: Int32(index % layer.columns * layer.tileWidth - crop.x),
                    y: Int32(index / layer.columns * layer.tileHeight - crop.y)
                )
            )
        }
        return tiles
    }

    private static func layer(
        _ tiles: UnsafeBufferPointer<imaging_heif_tile>,
        _ layer: HEIFLayer?
    ) -> imaging_heif_layer {
        unsafe imaging_heif_layer(
            tiles: tiles.baseAddress,
            count: UInt32(tiles.count),
            tile_width: UInt32(layer?.tileWidth ?? 0),
            tile_height: UInt32(layer?.tileHeight ?? 0),
            chroma: UInt32(layer?.tiles.first?.chroma ?? 0)
        )
    }
}
