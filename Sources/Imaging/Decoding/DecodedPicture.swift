package import Gate

/// Pixels, and what of the file they came from was broken.
package struct DecodedPicture: Sendable, Hashable {
    /// What was wrong with a file that could be decoded all the same.
    package enum Damage: String, Sendable {
        case cutShort, garbled, scansMissing, leftovers
    }

    package internal(set) var image: RGBImage
    /// `nil` for a whole picture. At least 95 % of the rows are always there.
    package let damage: Damage?
}
