internal import CImaging
internal import Gate

/// A way from a picture's own colours to sRGB.
@safe
final class ColorConversion {
    /// For C calls while this object lives.
    // SAFETY: made and freed here alone; the class is not Sendable, so one thread has it.
    let handle: OpaquePointer

    /// `nil` where there is nothing to convert: sRGB, a profile that is broken, or one for pictures of another kind.
    init?(_ color: StoredColor) {
        let made: OpaquePointer?
        switch color {
        case .srgb: return nil
        case .profile(let bytes, let components):
            unsafe made = bytes.withUnsafeBufferPointer {
                unsafe imaging_color_of_profile($0.baseAddress, $0.count, UInt32(components))
            }
        case .codePoints(let primaries, let transfer):
            unsafe made = imaging_color_of_code_points(UInt32(primaries), UInt32(transfer))
        }
        guard let made = unsafe made else { return nil }
        unsafe handle = made
    }

    deinit { unsafe imaging_color_free(handle) }

    /// Complexity: some 5 ns a pixel for a matrix profile, 50 for tables.
    func converted(_ image: RGBImage) -> RGBImage {
        var pixels = image.pixels
        unsafe pixels.withUnsafeMutableBufferPointer {
            unsafe imaging_color_apply(handle, $0.baseAddress, $0.count / 3)
        }
        return RGBImage(width: image.width, height: image.height, pixels: pixels)
    }

    /// The picture's own numbers for an sRGB colour: transparency is laid on them before everything is converted.
    func stored(_ color: PixelColor) -> PixelColor {
        var numbers: [UInt8] = [0, 0, 0]
        let srgb = [color.red, color.green, color.blue]
        unsafe srgb.withUnsafeBufferPointer { from in
            unsafe numbers.withUnsafeMutableBufferPointer { to in
                unsafe imaging_color_reverse(handle, from.baseAddress, to.baseAddress)
            }
        }
        return (numbers[0], numbers[1], numbers[2])
    }
}

/// Red, green and blue.
typealias PixelColor = (red: UInt8, green: UInt8, blue: UInt8)
