internal import CImaging

/// The C libraries this module runs on.
package enum ImagingLibraries {
    /// Name and version of each.
    package static var versions: [String] {
        let webp = imaging_webp_version()
        return [
            unsafe "libjpeg-turbo " + String(cString: imaging_jpeg_version()),
            unsafe "libspng " + String(cString: imaging_png_version()),
            "libwebp \(webp >> 16).\(webp >> 8 & 255).\(webp & 255)",
            unsafe "libheif " + String(cString: imaging_heif_version()),
            "lcms2 \(imaging_color_version() / 1000).\(imaging_color_version() % 1000 / 10)",
        ]
    }
}
