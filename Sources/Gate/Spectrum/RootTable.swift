/// The `count` roots of unity exp(-2 pi i k / count).
struct RootTable: Sendable {
    let count: Int
    let roots: [ComplexNumber]

    init(count: Int) {
        self.count = count
        roots = (0..<count).map { k in
            let root = Elementary.unitRoot(k, of: count)
            return ComplexNumber(re: Float(root.cos), im: Float(-root.sin))
        }
    }
}
