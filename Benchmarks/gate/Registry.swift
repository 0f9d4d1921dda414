internal import Foundation
internal import Gate
internal import OwnPictures
internal import Platform

/// How long a look-up among very many pictures takes.
enum Registry {
    /// A registry of `count` random hashes, mapped from a file; 2,000 copies that differ in 0...31 bits and 2,000 strangers.
    static func measure(count: Int) throws {
        var random = SplitMix(state: 7)
        func hash() -> SIMD4<UInt64> { SIMD4(random.next(), random.next(), random.next(), random.next()) }
        let hashes = (0..<count).map { _ in hash() }
        let path = FileManager.default.temporaryDirectory.appending(path: "torii-registry-\(getpid())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileContent.write(RegistryWriter.bytes(of: hashes), to: path)
        let file = try MappedFile(path)
        var times: [Double] = []
        var (missed, wrong) = (0, 0)
        for number in 0..<4000 {
            let picture = Int(random.next() % UInt64(count))
            let isCopy = number % 2 == 0
            let asked = isCopy ? flipped(hashes[picture], bits: number / 2 % 32, &random) : hash()
            let start = ContinuousClock.now
            let found = file.withBytes { bytes in RegistryFile(bytes)?.nearest(to: asked, in: bytes) }
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            if isCopy, found?.picture != picture { missed += 1 }
            if !isCopy, found != nil { wrong += 1 }
        }
        times.sort()
        print(
            String(
                format:
                    "%d pictures: look-up median %.3f ms, 99th percentile %.3f ms; copies missed %d, strangers found %d",
                count,
                times[times.count / 2],
                times[times.count * 99 / 100],
                missed,
                wrong
            )
        )
    }

    private static func flipped(_ hash: SIMD4<UInt64>, bits: Int, _ random: inout SplitMix) -> SIMD4<UInt64> {
        var places: Set<Int> = []
        while places.count < bits { places.insert(Int(random.next() % 256)) }
        var result = hash
        for place in places { result[place / 64] ^= 1 << UInt64(place % 64) }
        return result
    }
}

/// Numbers that are the same every time (Steele 2014).
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
