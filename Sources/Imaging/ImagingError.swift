/// Why bytes did not become a picture.
package struct ImagingError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        case unsupportedMedia = "unsupported_media"
        case imageTooLarge = "image_too_large"
        case undecodableImage = "undecodable_image"
    }

    package let code: Code
    /// Says what the bytes are, the value found and the limit; never holds image data.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
