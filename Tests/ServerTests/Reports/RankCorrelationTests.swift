import Testing

@testable import Server

struct RankCorrelationTests {
    @Test(
        arguments: [
            ([1, 2, 3], [10, 20, 1_000], 1), ([1, 2, 3], [9, 4, 0], -1), ([1, 2, 3, 4], [1, 3, 2, 4], 0.8),
            ([1, 1, 2], [5, 5, 7], 1), ([], [], nil), ([1], [1], nil), ([1, 2], [3, 3], nil),
        ] as [([Double], [Double], Double?)]
    )
    func comparesOrdersAndNotScales(one: [Double], other: [Double], expected: Double?) {
        #expect(RankCorrelation.of(one, other) == expected)
    }
}
