internal import CImaging
internal import Foundation
internal import Gate
internal import Imaging

// decode-bench FILE...: what `ImageDecoder.image` and the whole gate (decode and measure) take for each JPEG at 512 px, and
// their ratios to bare libjpeg-turbo at the same M/8, interleaved in one run so that a busy machine slows all alike.
// Processor time of the thread, median of 15.
// decode-bench --gate FILE...: the whole gate with a look for a mark, as above; then the median and the worst ratio.
// decode-bench --progressive FILE...: our decode against the bare library's at full size, as above.
// decode-bench --heic FILE...: our decode on two threads against libheif's on one, by the clock on the wall, median of 7.
// decode-bench --mixed JPEG HEIC: see `MixedLoad`.
// decode-bench --cost FILE...: milliseconds to refuse or decode each file once, the answer, and the peak of memory so far.

/// Processor time of this thread: what others do on the machine counts only through the caches.
func milliseconds(_ body: () -> Void) -> Double {
    func now() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
    let start = now()
    body()
    return now() - start
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func peakMegabytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) / 1024
}

func cost(of path: String) throws {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    var answer = ""
    let time = milliseconds {
        do throws(ImagingError) {
            let image = try ImageDecoder.image(from: bytes)
            answer = "ok \(image.width) x \(image.height)"
        } catch {
            answer = "\(error.code.rawValue) \(error.message)"
        }
    }
    print(String(format: "%8.2f ms %5d MB", time, peakMegabytes()), URL(filePath: path).lastPathComponent, answer)
}

/// Any key: what is looked for and not there.
let key = PilotKey(
    random: (0..<UInt64(PilotKey.words)).map { ($0 &+ 1) &* 0x9E37_79B9_7F4A_7C15 ^ ($0 &* 0xD134_2543_DE82_EF95 >> 7) }
)

@discardableResult
func ratio(of path: String, rounds: Int = 15) throws -> Double {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    let header = try ImageDecoder.header(of: bytes)
    let longer = max(header.width, header.height)
    let eighths = (1...8).first { (longer * $0 + 7) / 8 >= 480 } ?? 8
    var ours: [Double] = []
    var gate: [Double] = []
    var floor: [Double] = []
    for _ in 0..<rounds {
        floor.append(
            milliseconds {
                let made = unsafe bytes.withUnsafeBufferPointer {
                    unsafe imaging_jpeg_floor($0.baseAddress, $0.count, UInt32(eighths))
                }
                precondition(made > 0, "the floor cannot decode it")
            }
        )
        ours.append(milliseconds { _ = try? ImageDecoder.image(from: bytes) })
        gate.append(
            milliseconds { _ = (try? ImageDecoder.image(from: bytes)).map { Scorer.measurement(of: $0, mark: key) } }
        )
    }
    print(
        String(
            format: "floor %6.2f ms  decode %6.2f ms, ratio %.3f  gate %6.2f ms, ratio %.3f ",
            median(floor),
            median(ours),
            median(ours) / median(floor),
            median(gate),
            median(gate) / median(floor)
        ),
        "\(header.width) x \(header.height) at \(eighths)/8, \(bytes.count) bytes,",
        URL(filePath: path).lastPathComponent
    )
    return median(gate) / median(floor)
}

func ratios(of paths: ArraySlice<String>) throws {
    let found = try paths.map { try ratio(of: $0, rounds: 9) }
    print(
        String(
            format: "%d pictures: whole gate against the bare library, median %.3f, worst %.3f",
            found.count,
            median(found),
            found.max() ?? 0
        )
    )
}

/// Median milliseconds of our decode and of another, interleaved.
func compare(
    rounds: Int,
    clock: (() -> Void) -> Double,
    _ ours: @escaping () -> Void,
    _ theirs: @escaping () -> Void
) -> (ours: Double, theirs: Double) {
    var found: (ours: [Double], theirs: [Double]) = ([], [])
    for _ in 0..<rounds {
        found.theirs.append(clock(theirs))
        found.ours.append(clock(ours))
    }
    return (median(found.ours), median(found.theirs))
}

func onTheWall(_ body: () -> Void) -> Double { ContinuousClock().measure(body) / .milliseconds(1) }

func againstFull(_ path: String) throws {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    let found = compare(rounds: 15, clock: milliseconds) {
        _ = try? ImageDecoder.image(from: bytes)
    } _: {
        let made = unsafe bytes.withUnsafeBufferPointer { unsafe imaging_jpeg_floor($0.baseAddress, $0.count, 8) }
        precondition(made > 0, "the floor cannot decode it")
    }
    let name = URL(filePath: path).lastPathComponent
    print(
        String(
            format: "full %6.2f ms  decode %6.2f ms, ratio %.3f ",
            found.theirs,
            found.ours,
            found.ours / found.theirs
        ),
        name
    )
}

func againstLibheif(_ path: String) throws {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    let found = compare(rounds: 7, clock: onTheWall) {
        _ = try? ImageDecoder.image(from: bytes, threads: 2)
    } _: {
        let made = unsafe bytes.withUnsafeBufferPointer { unsafe imaging_heif_floor($0.baseAddress, $0.count) }
        precondition(made > 0, "libheif cannot decode it")
    }
    let name = URL(filePath: path).lastPathComponent
    print(
        String(
            format: "libheif %6.1f ms  decode %6.1f ms, %.2f times as fast ",
            found.theirs,
            found.ours,
            found.theirs / found.ours
        ),
        name
    )
}

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "--cost": for path in arguments.dropFirst() { try cost(of: path) }
case "--gate": try ratios(of: arguments.dropFirst())
case "--progressive": for path in arguments.dropFirst() { try againstFull(path) }
case "--heic": for path in arguments.dropFirst() { try againstLibheif(path) }
case "--mixed":
    let files = try arguments.dropFirst().map { try [UInt8](Data(contentsOf: URL(filePath: $0))) }
    precondition(files.count == 2, "a JPEG and a HEIC")
    try await MixedLoad(jpeg: files[0], heic: files[1]).report()
default: for path in arguments { try ratio(of: path) }
}
