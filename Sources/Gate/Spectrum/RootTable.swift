/// The `count` roots of unity exp(-2 pi i k / count).
struct RootTable: Sendable {
    let count: Int
    let roots: [ComplexNumber]

    init(count: Int) {
        self.count = count
        roots = Elementary.unitRoots(count).map { ComplexNumber(re: Float($0.cos), im: Float(-$0.sin)) }
    }
}
