import Testing

@testable import Gate

@Suite struct TreeSumTests {
    private static let trees = TreeSum(
        base: 0.5,
        """
        0:1.5 1:-2 1 2 4
        1:0 -0.25 0.25
        """,
        features: 2
    )

    /// A value equal to a node's goes left.
    @Test(arguments: [
        (1.5, -2.0, 0.5 + 1 - 0.25), (1.5, -1.9, 0.5 + 2 - 0.25), (1.6, -2, 0.5 + 4 - 0.25), (9, 0.1, 0.5 + 4 + 0.25),
    ])
    func addsTheLeavesItsFeaturesLeadTo(first: Double, second: Double, sum: Double) {
        #expect(Self.trees.value(of: [first, second]) == sum)
    }

    @Test func isItsBaseWithoutTrees() {
        #expect(TreeSum(base: -3, "", features: 0).value(of: []) == -3)
    }
}
