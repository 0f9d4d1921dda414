/// Where a filter reads beyond an edge.
enum Border {
    /// The index inside `0..<count` that mirroring at the outermost pixels' centres maps `index` to:
    /// `gfedcb|abcdefgh|gfedcba` (OpenCV's BORDER_REFLECT_101). One pixel mirrors onto itself.
    static func mirrored(_ index: Int, count: Int) -> Int {
        guard count > 1 else { return 0 }
        var i = index
        while i < 0 || i >= count { i = i < 0 ? -i : 2 * (count - 1) - i }
        return i
    }
}
