extension ImagingError {
    static func brokenHEIF(_ what: String) -> ImagingError {
        ImagingError(.undecodableImage, "the HEIF file is broken: \(what)")
    }

    static func unreadHEIF(_ what: String) -> ImagingError {
        ImagingError(.unsupportedMedia, "the HEIF file holds \(what), which is not read: send a JPEG")
    }

    static func largeHEIF(_ what: String) -> ImagingError {
        ImagingError(.imageTooLarge, "the HEIF file has \(what)")
    }
}
