import Gate
import Imaging

/// One thread and small limits: what is slow or large under an instrumented build is slow or large.
private let limits = ImageLimits(
    bytes: 1_000_000,
    pixels: 1_000_000,
    longerSide: 4096,
    shorterSide: 1,
    progressiveScans: 16,
    memoryBytes: 32_000_000,
    progressiveBlocks: 200_000,
    processorTime: .seconds(2),
    wallTime: .seconds(4)
)

/// Headers, EXIF, item tables and all decoders. The first byte picks the size and the background.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImaging(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
    guard (try? ImageDecoder.header(of: bytes, limits: limits)) != nil else { return 0 }
    // 1/8 and 8/8 of a JPEG take different ways; so do shrinking and not shrinking.
    for side in [48, 700] {
        do throws(ImagingError) {
            let image = try ImageDecoder.image(
                from: bytes,
                maxSide: side,
                background: (1, 99, 255),
                limits: limits,
                threads: 1
            )
            precondition(max(image.width, image.height) <= side && min(image.width, image.height) >= 1)
            precondition(image.pixels.count == image.width * image.height * 3)
        } catch {
            precondition(!error.message.isEmpty)
        }
    }
    return 0
}
