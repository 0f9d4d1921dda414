import Economics
import TestSupport
import Testing

@Suite struct MoneyTests {
    @Test(arguments: [
        ("2.52 USD", 2_520_000_000), ("60.00 USD", 60_000_000_000), ("0 USD", 0), ("0.000000001 USD", 1),
        ("007.5 USD", 7_500_000_000), ("9223372036.854775807 USD", Int64.max),
    ])
    func reads(_ text: String, _ nano: Int64) throws {
        #expect(try Money(parsing: text).nanoUSD == nano)
    }

    @Test(arguments: [
        ("60", EconomicsError.Code.missingCurrency), ("60.00", .missingCurrency), ("60.00 EUR", .unknownCurrency),
        ("60 usd", .unknownCurrency), ("60.00  USD", .invalidAmount), ("60.00 ", .invalidAmount), ("", .invalidAmount),
        (" 60 USD", .invalidAmount), ("USD", .invalidAmount), ("USD 60", .invalidAmount), ("$60", .invalidAmount),
        ("1,234.00 USD", .invalidAmount), ("1.2.3 USD", .invalidAmount), (".5 USD", .invalidAmount),
        ("5. USD", .invalidAmount), ("+5 USD", .invalidAmount), ("1e3 USD", .invalidAmount), ("٣ USD", .invalidAmount),
        ("60 USD USD", .invalidAmount), ("- USD", .invalidAmount), ("0.0000000001 USD", .amountTooFine),
        ("-1.00 USD", .negativeAmount), ("-0.000000001 USD", .negativeAmount),
        ("9223372036.854775808 USD", .amountOverflow),
        ("99999999999999999999999999 USD", .amountOverflow),
    ])
    func refuses(_ text: String, _ code: EconomicsError.Code) {
        #expect { try Money(parsing: text) } throws: { ($0 as? EconomicsError)?.code == code }
    }

    @Test func saysWhatToWrite() {
        #expect(throws: EconomicsError(.missingCurrency, "`60` has no currency: write `60 USD`")) {
            try Money(parsing: "60")
        }
        #expect(throws: EconomicsError(.unknownCurrency, "unknown currency `EUR`, expected `USD`")) {
            try Money(parsing: "60 EUR")
        }
    }

    @Test func readsNegativeAmountsWhereAllowed() throws {
        #expect(try Money(parsing: "-0.5 USD", allowsNegative: true).nanoUSD == -500_000_000)
        #expect(try Money(parsing: "-9223372036.854775808 USD", allowsNegative: true).nanoUSD == .min)
    }

    @Test(arguments: [
        (0, "0.00", "0.000000000", "0.00 USD"), (1, "<0.01", "0.000000001", "0.000000001 USD"),
        (-1, ">-0.01", "-0.000000001", "-0.000000001 USD"), (9_999_999, "<0.01", "0.009999999", "0.009999999 USD"),
        (10_000_000, "0.01", "0.010000000", "0.01 USD"), (14_999_999, "0.01", "0.014999999", "0.014999999 USD"),
        (15_000_000, "0.02", "0.015000000", "0.015 USD"), (-15_000_000, "-0.02", "-0.015000000", "-0.015 USD"),
        (999_995_000_000, "1,000.00", "999.995000000", "999.995 USD"),
        (1_234_567_890_123_456, "1,234,567.89", "1,234,567.890123456", "1234567.890123456 USD"),
        (-66_162_555_636, "-66.16", "-66.162555636", "-66.162555636 USD"),
        (Int64.max, "9,223,372,036.85", "9,223,372,036.854775807", "9223372036.854775807 USD"),
        (Int64.min, "-9,223,372,036.85", "-9,223,372,036.854775808", "-9223372036.854775808 USD"),
    ])
    func formats(_ nano: Int64, _ cents: String, _ exact: String, _ description: String) {
        let amount = Money(nanoUSD: nano)
        #expect(amount.formatted() == cents)
        #expect(amount.formatted(.exact) == exact)
        #expect(amount.description == description)
    }

    @Test func leavesSeparatorsOutForMachines() {
        #expect(Money(nanoUSD: 1_234_567_890_123_456).formatted(grouped: false) == "1234567.89")
        #expect(Money(nanoUSD: 1_234_567_890_123_456).formatted(.exact, grouped: false) == "1234567.890123456")
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func readsBackWhatItWrites(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            // All magnitudes, not only huge ones.
            let shift = Int.random(in: 0..<63, using: &generator)
            let amount = Money(nanoUSD: Int64(bitPattern: generator.next()) >> Int64(shift))
            #expect(try Money(parsing: amount.description, allowsNegative: true) == amount, "seed \(seed)")
        }
    }

    @Test func addsAMillionAmountsExactly() throws {
        var generator = SeededGenerator(seed: 20_261_130)
        var total = Money.zero
        var integers: Int64 = 0
        for _ in 0..<1_000_000 {
            let nano = Int64.random(in: 0..<9_000_000_000, using: &generator)
            total = try total.adding(Money(nanoUSD: nano))
            integers += nano
        }
        #expect(total.nanoUSD == integers)
    }

    @Test func sumsElevenDaysOfADecimalFractionWithoutDrift() throws {
        let days = Array(repeating: try Money(parsing: "0.009090909 USD"), count: 11)
        #expect(try Money.sum(days).formatted(.exact) == "0.099999999")
        #expect(try Money.sum([]) == .zero)
    }

    @Test func refusesSumsOutOfRange() {
        let most = Money(nanoUSD: .max)
        let overflow: (any Error) -> Bool = { ($0 as? EconomicsError)?.code == .amountOverflow }
        #expect { try most.adding(Money(nanoUSD: 1)) } throws: { overflow($0) }
        #expect { try Money(nanoUSD: .min).subtracting(Money(nanoUSD: 1)) } throws: { overflow($0) }
        #expect { try most.times(2) } throws: { overflow($0) }
        #expect { try Money.sum([most, Money(nanoUSD: 1)]) } throws: { overflow($0) }
        #expect { try most.scaled(by: 2, over: 1) } throws: { overflow($0) }
        #expect { try most.scaled(by: .max, over: 1) } throws: { overflow($0) }
    }

    @Test(arguments: [
        (10, 1, 4, 2), (30, 1, 4, 8), (-10, 1, 4, -2), (-30, 1, 4, -8), (7, 1, 2, 4), (5, 1, 2, 2), (100, 2, 3, 67),
        (Int64.max, 7, 7, Int64.max), (Int64.max, 0, 3, 0),
    ])
    func scalesToTheNearestWithTiesToEven(_ nano: Int64, _ numerator: Int, _ denominator: Int, _ result: Int64) throws {
        #expect(try Money(nanoUSD: nano).scaled(by: numerator, over: denominator).nanoUSD == result)
    }
}
