/// How much of a picture carries fine structure.
enum TextureShare {
    static func share(of gray: GrayPlane) -> Double { 0 }
}
