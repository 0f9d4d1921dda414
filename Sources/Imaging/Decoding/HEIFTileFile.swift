/// Writes a file around one coded picture: the least that makes it one. The library sees only such files, so nothing that the
/// uploaded file says about items, references and places can keep it busy.
struct HEIFTileFile {
    private var bytes: [UInt8] = []

    /// Appends the file to `output`.
    static func append(_ tile: HEIFTile, from source: borrowing Span<UInt8>, to output: inout [UInt8]) {
        var file = HEIFTileFile()
        let data = HEIFTile.copy(tile.content, of: source)
        file.write(tile, length: data.count, from: source)
        output.append(contentsOf: file.bytes)
        output.append(contentsOf: data)
    }

    private mutating func write(_ tile: HEIFTile, length: Int, from source: borrowing Span<UInt8>) {
        let isHEVC = tile.codec == .hevc
        box("ftyp") { file in
            file.text(isHEVC ? "heic" : "avif")
            file.number(0, bytes: 4)
            file.text("mif1")
            file.text(isHEVC ? "heic" : "avif")
        }
        let configuration = HEIFTile.copy([tile.configuration.content..<tile.configuration.end], of: source)
        let samples = tile.samples.map { HEIFTile.copy([$0.content..<$0.end], of: source) }
        var place = 0
        box("meta", version: 0) { file in
            file.box("hdlr", version: 0) { file in
                file.number(0, bytes: 4)
                file.text("pict")
                file.bytes += [UInt8](repeating: 0, count: 13)
            }
            file.box("pitm", version: 0) { $0.number(1, bytes: 2) }
            file.box("iinf", version: 0) { file in
                file.number(1, bytes: 2)
                file.box("infe", version: 2) { file in
                    file.number(1 << 16, bytes: 4)
                    file.text(isHEVC ? "hvc1" : "av01")
                    file.number(0, bytes: 1)
                }
            }
            file.box("iprp") { file in
                file.box("ipco") { file in
                    file.box("ispe", version: 0) { file in
                        file.number(tile.width, bytes: 4)
                        file.number(tile.height, bytes: 4)
                    }
                    file.box(isHEVC ? "hvcC" : "av1C") { $0.bytes += configuration }
                    if let samples { file.box("colr") { $0.bytes += samples } }
                }
                file.box("ipma", version: 0) { file in
                    file.number(1, bytes: 4)
                    file.number(1, bytes: 2)
                    let indices: [UInt8] = samples == nil ? [1, 0x82] : [1, 0x82, 3]
                    file.number(indices.count, bytes: 1)
                    file.bytes += indices
                }
            }
            file.box("iloc", version: 0) { file in
                file.number(0x4400, bytes: 2)
                file.number(1, bytes: 2)
                file.number(1, bytes: 2)
                file.number(0, bytes: 2)
                file.number(1, bytes: 2)
                place = file.bytes.count
                file.number(0, bytes: 4)
                file.number(length, bytes: 4)
            }
        }
        number(length + 8, bytes: 4)
        text("mdat")
        patch(bytes.count, at: place)
    }

    private mutating func box(_ type: String, version: Int? = nil, _ content: (inout HEIFTileFile) -> Void) {
        let start = bytes.count
        number(0, bytes: 4)
        text(type)
        if let version { number(version << 24, bytes: 4) }
        content(&self)
        patch(bytes.count - start, at: start)
    }

    private mutating func text(_ text: String) { bytes += text.utf8 }

    private mutating func number(_ value: Int, bytes count: Int) {
        for shift in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (shift * 8))) }
    }

    private mutating func patch(_ value: Int, at offset: Int) {
        for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (24 - index * 8)) }
    }
}
