internal import CImaging

/// What stands before the first scan of a JPEG, and how many scans follow. Source: ITU-T T.81, annex B.
struct JPEGHeader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var isProgressive = false
    private(set) var orientation = 1
    private(set) var components: [JPEGComponent] = []
    /// The offset of the first SOS marker.
    private(set) var scanOffset = 0
    /// The pieces of an ICC profile by their numbers from 1, and how many there should be.
    private(set) var profile: (pieces: [Int: Range<Int>], count: Int) = ([:], 0)

    init(_ bytes: borrowing Span<UInt8>) throws(ImagingError) {
        var offset = 2
        var sawExif = false
        while true {
            // Stray bytes between segments are stepped over, as libjpeg does.
            while let byte = bytes.byte(at: offset), byte != 0xFF { offset += 1 }
            while bytes.byte(at: offset) == 0xFF { offset += 1 }
            guard let marker = bytes.byte(at: offset) else {
                throw ImagingError(.undecodableImage, "the JPEG ends before its first scan")
            }
            offset += 1
            // Markers without a segment.
            if marker <= 0x01 || (0xD0...0xD8).contains(marker) { continue }
            if marker == 0xD9 { throw ImagingError(.undecodableImage, "the JPEG holds no scan") }
            guard let length = bytes.uint16(at: offset), length >= 2, offset + length <= bytes.count else {
                throw ImagingError(.undecodableImage, "a segment of the JPEG reaches past its end")
            }
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard components.isEmpty else { throw ImagingError(.undecodableImage, "the JPEG has two frames") }
                try readFrame(bytes, at: offset, length: length, marker: marker)
            case 0xDB:
                try Self.checkQuantisation(bytes, at: offset, length: length)
            case 0xE1 where !sawExif && bytes.holds("Exif\0\0", at: offset + 2) && length >= 8:
                sawExif = true
                orientation = ExifOrientation.value(in: bytes, from: offset + 8, to: offset + length)
            case 0xE2 where bytes.holds("ICC_PROFILE\0", at: offset + 2) && length >= 16:
                profile.count = bytes.byte(at: offset + 15) ?? 0
                profile.pieces[bytes.byte(at: offset + 14) ?? 0] = offset + 16..<offset + length
            case 0xDA:
                guard !components.isEmpty else {
                    throw ImagingError(.undecodableImage, "the JPEG has a scan before its frame")
                }
                scanOffset = offset - 2
                return
            default:
                break
            }
            offset += length
        }
    }

    private mutating func readFrame(
        _ bytes: borrowing Span<UInt8>,
        at offset: Int,
        length: Int,
        marker: Int
    ) throws(ImagingError) {
        guard let precision = bytes.byte(at: offset + 2), let height = bytes.uint16(at: offset + 3),
            let width = bytes.uint16(at: offset + 5), let count = bytes.byte(at: offset + 7), count > 0,
            length == 8 + 3 * count
        else { throw ImagingError(.undecodableImage, "the JPEG's frame header is broken") }
        guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker) else {
            throw ImagingError(.unsupportedMedia, "lossless and hierarchical JPEG are not read: send a baseline JPEG")
        }
        guard precision == 8 else {
            throw ImagingError(.unsupportedMedia, "the JPEG has \(precision) bits a sample, only 8 are read")
        }
        guard width > 0, height > 0 else {
            throw ImagingError(.undecodableImage, "the JPEG's header says \(width) x \(height) pixels")
        }
        guard [1, 3, 4].contains(count) else {
            throw ImagingError(.unsupportedMedia, "the JPEG has \(count) components, only 1, 3 and 4 are read")
        }
        for index in 0..<count {
            let at = offset + 8 + index * 3
            guard let id = bytes.byte(at: at), let factors = bytes.byte(at: at + 1),
                (1...4).contains(factors >> 4), (1...4).contains(factors & 15)
            else { throw ImagingError(.undecodableImage, "the JPEG's sampling factors are not 1 to 4") }
            components.append(JPEGComponent(id: id, horizontal: factors >> 4, vertical: factors & 15))
        }
        self.width = width
        self.height = height
        isProgressive = marker == 0xC2 || marker == 0xCA
    }

    /// Zeros in a table are outside the standard; the library multiplies by them and gives a flat grey picture.
    private static func checkQuantisation(
        _ bytes: borrowing Span<UInt8>,
        at offset: Int,
        length: Int
    ) throws(ImagingError) {
        var table = offset + 2
        while table < offset + length {
            let wide = (bytes.byte(at: table) ?? 0) >> 4 != 0
            for index in 0..<64 {
                let at = table + 1 + index * (wide ? 2 : 1)
                guard at < offset + length else { break }
                guard (wide ? bytes.uint16(at: at) : bytes.byte(at: at)) != 0 else {
                    throw ImagingError(.undecodableImage, "a quantisation table of the JPEG holds zeros")
                }
            }
            table += wide ? 129 : 65
        }
    }
}
