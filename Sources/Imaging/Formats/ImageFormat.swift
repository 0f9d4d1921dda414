/// What bytes are, told from their first bytes alone: never from a name or a declared type.
package enum ImageFormat: String, Sendable, CaseIterable {
    case jpeg, png, webp, heic, avif, gif, bmp, tiff, svg, jxl, jp2
    case quickTime, mp4, pdf, html, json, text, zip
    case empty, unknown

    /// Whether this version decodes it.
    package var isDecoded: Bool { [.jpeg, .png, .webp, .heic, .avif].contains(self) }

    /// The media type to answer or log with; `application/octet-stream` where there is none to tell.
    package var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .webp: "image/webp"
        case .heic: "image/heic"
        case .avif: "image/avif"
        case .gif: "image/gif"
        case .bmp: "image/bmp"
        case .tiff: "image/tiff"
        case .svg: "image/svg+xml"
        case .jxl: "image/jxl"
        case .jp2: "image/jp2"
        case .quickTime: "video/quicktime"
        case .mp4: "video/mp4"
        case .pdf: "application/pdf"
        case .html: "text/html"
        case .json: "application/json"
        case .text: "text/plain"
        case .zip: "application/zip"
        case .empty, .unknown: "application/octet-stream"
        }
    }

    /// Why bytes of this kind are refused and what to send instead; `nil` for what is decoded.
    package var refusal: String? {
        let send = "send a JPEG, PNG, WebP, HEIC or AVIF"
        return switch self {
        case .jpeg, .png, .webp, .heic, .avif: nil
        case .gif: "GIF is not read: \(send)"
        case .bmp: "BMP is not read: \(send)"
        case .tiff: "TIFF is not read: \(send)"
        case .jxl: "JPEG XL is not read: \(send)"
        case .jp2: "JPEG 2000 is not read: \(send)"
        case .svg: "these bytes are an SVG drawing, which is never rendered: \(send)"
        case .quickTime: "these bytes are a QuickTime video; send the still picture"
        case .mp4: "these bytes are an MP4 video; send the still picture"
        case .pdf: "these bytes are a PDF document: \(send)"
        case .html: "these bytes are an HTML page, perhaps the error page of a proxy: \(send)"
        case .json: "these bytes are JSON: \(send) as it is, not inside a document"
        case .text: "these bytes are text: \(send) as it is, not encoded"
        case .zip: "these bytes are a ZIP archive: \(send)"
        case .empty: "there are no bytes"
        case .unknown: "these bytes are of no kind that is known: \(send)"
        }
    }
}
