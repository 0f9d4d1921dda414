import Testing

@testable import Control

@Suite("Curves")
struct CurvesTests {
    @Test(arguments: [
        (1.0, 0.0), (2.718281828459045, 1.0), (10.0, 2.302585092994046), (1e-9, -20.72326583694641),
        (0.5, -0.6931471805599453), (1e300, 690.7755278982137),
    ])
    func knowsLogarithms(_ x: Double, _ expected: Double) {
        #expect(abs(Curves.ln(x) - expected) <= 1e-14 * max(1, abs(expected)))
    }

    @Test(arguments: [(1e-12, 9.999999999995e-13), (-0.00018, -0.000180016201944262), (0.5, 0.4054651081081644)])
    func keepsDigitsOfSmallLogarithms(_ x: Double, _ expected: Double) {
        #expect(abs(Curves.lnOnePlus(x) - expected) <= 2e-14 * abs(expected))
    }

    @Test(arguments: [
        (0.0, 1.0), (1.0, 2.718281828459045), (-8.0, 0.00033546262790251185), (20.5, 799902177.4755054),
        (-701.0, 0.0),
    ])
    func knowsExponentials(_ x: Double, _ expected: Double) {
        #expect(abs(Curves.exp(x) - expected) <= 1e-14 * expected)
    }

    @Test(arguments: [
        (0.0, 0.0), (0.3, 0.30933624960962325), (-0.785, -0.9992039901050427), (1.0, 1.5574077246549023),
        (1.5692255304681, 636.6192487687), (-1.5, -14.101419947171719),
    ])
    func knowsTangents(_ x: Double, _ expected: Double) {
        #expect(abs(Curves.tan(x) - expected) <= 1e-9 * max(1e-5, abs(expected)))
    }
}
