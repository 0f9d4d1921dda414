/// What bytes are, told from their first bytes alone: never from a name or a declared type.
package enum ImageFormat: String, Sendable, CaseIterable {
    case jpeg, png, webp, heic, avif, gif, bmp, tiff, svg, jxl, jp2
    case quickTime, mp4, pdf, html, json, text, zip
    case empty, unknown
}
