internal import CImaging
internal import Foundation
internal import Gate
internal import Imaging

// decode-bench FILE...: what `ImageDecoder.image` and the whole gate (decode and measure) take for each JPEG at 512 px, and
// their ratios to bare libjpeg-turbo at the same M/8, interleaved in one run so that a busy machine slows all alike.
// Processor time of the thread, median of 15.
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

func ratio(of path: String) throws {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    let header = try ImageDecoder.header(of: bytes)
    let longer = max(header.width, header.height)
    let eighths = (1...8).first { (longer * $0 + 7) / 8 >= 480 } ?? 8
    var ours: [Double] = []
    var gate: [Double] = []
    var floor: [Double] = []
    for _ in 0..<15 {
        floor.append(
            milliseconds {
                let made = unsafe bytes.withUnsafeBufferPointer {
                    unsafe imaging_jpeg_floor($0.baseAddress, $0.count, UInt32(eighths))
                }
                precondition(made > 0, "the floor cannot decode it")
            }
        )
        ours.append(milliseconds { _ = try? ImageDecoder.image(from: bytes) })
        gate.append(milliseconds { _ = (try? ImageDecoder.image(from: bytes)).map(Scorer.measurement(of:)) })
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
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--cost" {
    for path in arguments.dropFirst() { try cost(of: path) }
} else {
    for path in arguments { try ratio(of: path) }
}
