internal import CImaging

/// The C libraries this module runs on.
package enum ImagingLibraries {
    /// Name and version of each.
    package static var versions: [String] {
        [
            unsafe "libjpeg-turbo " + String(cString: imaging_jpeg_version()),
            unsafe "libspng " + String(cString: imaging_png_version()),
        ]
    }
}
