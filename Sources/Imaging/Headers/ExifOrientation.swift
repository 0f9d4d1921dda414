/// The one thing that is read of EXIF: tag 0x0112 of the first directory. No other tag is looked at, so a position or a
/// device name is never in memory as such. Source: CIPA DC-008 (EXIF 2.32), section 4.6; TIFF 6.0, section 2.
enum ExifOrientation {
    /// 1...8 from the TIFF structure in `start..<end`; 1 when there is none, it is broken or the value is another.
    static func value(in bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> Int {
        guard start >= 0, start < end, start < bytes.count else { return 1 }
        let tiff = bytes.extracting(start..<min(end, bytes.count))
        let little: Bool
        if tiff.holds("II*\0", at: 0) {
            little = true
        } else if tiff.holds("MM\0*", at: 0) {
            little = false
        } else {
            return 1
        }
        guard let directory = tiff.uint32(at: 4, littleEndian: little), directory >= 8,
            let entries = tiff.uint16(at: directory, littleEndian: little)
        else { return 1 }
        // One directory only and no link followed: a chain that loops cannot be entered. 512 entries are more than any
        // writer makes.
        for index in 0..<min(entries, 512) {
            let entry = directory + 2 + index * 12
            guard let tag = tiff.uint16(at: entry, littleEndian: little) else { return 1 }
            guard tag == 0x0112 else { continue }
            guard tiff.uint16(at: entry + 2, littleEndian: little) == 3,
                let value = tiff.uint16(at: entry + 8, littleEndian: little)
            else { return 1 }
            return (1...8).contains(value) ? value : 1
        }
        return 1
    }
}
