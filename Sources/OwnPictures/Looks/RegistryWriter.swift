/// Makes the bytes of a `RegistryFile`.
package enum RegistryWriter {
    /// One picture of it.
    package struct Entry: Sendable, Hashable {
        package let hash: SIMD4<UInt64>
        package let sketch: ColorSketch

        package init(hash: SIMD4<UInt64>, sketch: ColorSketch) {
            self.hash = hash
            self.sketch = sketch
        }
    }

    package static func bytes(of entries: [Entry]) -> [UInt8] {
        var bytes = bytes(ofHashes: entries.map(\.hash), sketchLength: ColorSketch.byteCount)
        for entry in entries { bytes += entry.sketch.bytes }
        return bytes
    }

    /// A registry without sketches.
    package static func bytes(of hashes: [SIMD4<UInt64>]) -> [UInt8] { bytes(ofHashes: hashes, sketchLength: 0) }

    private static func bytes(ofHashes hashes: [SIMD4<UInt64>], sketchLength: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(RegistryFile.length(count: hashes.count, sketchLength: sketchLength))
        bytes += RegistryFile.magic
        for number in [RegistryFile.version, UInt32(hashes.count), UInt32(sketchLength), 0] {
            append(number, to: &bytes)
        }
        for hash in hashes {
            for word in 0..<4 {
                for shift in stride(from: 0, to: 64, by: 8) {
                    bytes.append(UInt8(truncatingIfNeeded: hash[word] >> UInt64(shift)))
                }
            }
        }
        for piece in 0..<RegistryFile.pieces { appendTable(piece, hashes, to: &bytes) }
        return bytes
    }

    /// By counting: where each value's pictures begin, then the pictures in that order.
    private static func appendTable(_ piece: Int, _ hashes: [SIMD4<UInt64>], to bytes: inout [UInt8]) {
        func value(_ hash: SIMD4<UInt64>) -> Int { Int(hash[piece / 4] >> UInt64(16 * (piece % 4)) & 0xFFFF) }
        var starts = [UInt32](repeating: 0, count: RegistryFile.values + 1)
        for hash in hashes { starts[value(hash) + 1] += 1 }
        for index in 1..<starts.count { starts[index] += starts[index - 1] }
        for start in starts { append(start, to: &bytes) }
        var order = [UInt32](repeating: 0, count: hashes.count)
        for (picture, hash) in hashes.enumerated() {
            let place = value(hash)
            order[Int(starts[place])] = UInt32(picture)
            starts[place] += 1
        }
        for picture in order { append(picture, to: &bytes) }
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
        }
    }
}
