internal import Foundation
internal import Imaging
internal import Platform

/// A thousand pictures through the CPU pool, sixteen at once, as uploads come: what cheap ones wait with and without dear ones
/// among them.
struct MixedLoad {
    let jpeg: [UInt8]
    let heic: [UInt8]
    let pool = CPUPool(threads: 2, queueLimit: 256)

    /// Milliseconds that each JPEG took from its arrival to its pixels.
    /// - Parameter every: One picture of so many is the HEIC; 0 for none.
    func latencies(pictures: Int = 1000, atOnce: Int = 16, every: Int) async throws -> [Double] {
        let jpegCost = try ImageDecoder.header(of: jpeg).expectedDecode(bytes: jpeg.count)
        let heicCost = try ImageDecoder.header(of: heic).expectedDecode(bytes: heic.count)
        let next = Locked(0)
        return await withTaskGroup(of: [Double].self) { group in
            for _ in 0..<atOnce {
                group.addTask {
                    var found: [Double] = []
                    while true {
                        let number = next.withLock { number in
                            number += 1
                            return number
                        }
                        if number > pictures { return found }
                        let isDear = every > 0 && number % every == 0
                        let bytes = isDear ? heic : jpeg
                        let start = ContinuousClock.now
                        _ = await pool.run(cost: isDear ? heicCost : jpegCost) { try? ImageDecoder.image(from: bytes) }
                        if !isDear { found.append((ContinuousClock.now - start) / .milliseconds(1)) }
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    func report() async throws {
        func p95(_ values: [Double]) -> Double { values.sorted()[values.count * 95 / 100] }
        let without = try await p95(latencies(every: 0))
        let with = try await p95(latencies(every: 10))
        print(
            String(
                format: "cheap JPEGs' p95: %.1f ms alone, %.1f ms with one HEIC in ten, ratio %.2f",
                without,
                with,
                with / without
            )
        )
    }
}
