internal import CImaging

extension JPEGHeader {
    /// Refuses what costs more than its size: many scans over many blocks, and coefficients that must be kept until the
    /// last scan. A file whose first scan holds every component in full is read once and needs neither.
    ///
    /// Complexity: one pass over the bytes for files of several scans, nothing else.
    func checkScans(_ bytes: borrowing Span<UInt8>, limits: ImageLimits) throws(ImagingError) {
        let first = bytes.byte(at: scanOffset + 4) ?? 0
        guard isProgressive || first < components.count else { return }
        let across = components.map(\.horizontal).max() ?? 1
        let down = components.map(\.vertical).max() ?? 1
        let blocks = components.map {
            $0.blocks(width: width, height: height, horizontalMax: across, verticalMax: down)
        }
        let memory = blocks.reduce(0, +) * 128
        guard memory <= limits.memoryBytes else {
            throw ImagingError(
                .imageTooLarge,
                "the JPEG of several scans needs \(memory) bytes of memory, at most \(limits.memoryBytes) are allowed"
            )
        }
        var scans = 0
        var visits = 0
        var offset = scanOffset
        while let next = Self.nextMarker(in: bytes, from: offset), let marker = bytes.byte(at: next + 1), marker != 0xD9
        {
            offset = next + 2
            if marker <= 0x01 || marker == 0xD8 { continue }
            guard let length = bytes.uint16(at: offset) else { break }
            if marker == 0xDA {
                scans += 1
                for index in 0..<min(bytes.byte(at: offset + 2) ?? 0, 4) {
                    let id = bytes.byte(at: offset + 3 + 2 * index)
                    if let component = components.firstIndex(where: { $0.id == id }) { visits += blocks[component] }
                }
            }
            guard scans <= limits.progressiveScans else {
                throw ImagingError(
                    .imageTooLarge,
                    "the JPEG has more than \(limits.progressiveScans) scans: save it as baseline"
                )
            }
            guard visits <= limits.progressiveBlocks else {
                throw ImagingError(
                    .imageTooLarge,
                    "the JPEG's scans hold more than \(limits.progressiveBlocks) blocks: save it as baseline"
                )
            }
            offset += max(2, length)
        }
    }

    /// The offset of the next marker's 0xFF, `nil` when there is none.
    private static func nextMarker(in bytes: borrowing Span<UInt8>, from offset: Int) -> Int? {
        guard offset < bytes.count else { return nil }
        let found = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe imaging_jpeg_next_marker(buffer.baseAddress, buffer.count, offset)
        }
        return found < bytes.count ? found : nil
    }
}
