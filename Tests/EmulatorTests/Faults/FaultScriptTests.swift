import Testing

@testable import Emulator

@Suite struct FaultScriptTests {
    private let hit = Fault(answer: .thinkEatsBudget)

    private func matched(_ match: FaultMatch, _ calls: [FaultCall], seed: UInt64 = 1) -> [Int] {
        let script = FaultScript(rules: [FaultRule(match: match, fault: hit)])
        return calls.filter { script.fault(for: $0, seed: seed) == hit }.map(\.sequence)
    }

    private func calls(_ count: Int) -> [FaultCall] {
        (1...count).map {
            FaultCall(
                sequence: $0,
                attempt: ($0 + 2) / 3,
                imageSHA256: ["aa", "ab", "ba"][$0 % 3],
                model: "m\($0 % 2)",
                age: .seconds($0)
            )
        }
    }

    @Test(
        arguments: [
            (FaultMatch(), [1, 2, 3, 4, 5, 6, 7]),
            (FaultMatch(nth: [2, 6, 99]), [2, 6]),
            (FaultMatch(every: 3), [3, 6]),
            (FaultMatch(every: 3, run: 2), [3, 4, 6, 7]),
            (FaultMatch(first: 2), [1, 2]),
            (FaultMatch(after: .seconds(3)), [3, 4, 5, 6, 7]),
            (FaultMatch(before: .seconds(3)), [1, 2]),
            (FaultMatch(after: .seconds(2), before: .seconds(4)), [2, 3]),
            (FaultMatch(attempt: [1]), [1, 2, 3]),
            (FaultMatch(attempt: [2, 3]), [4, 5, 6, 7]),
            (FaultMatch(imageSHA256: "a"), [1, 3, 4, 6, 7]),
            (FaultMatch(imageSHA256: "ab"), [1, 4, 7]),
            (FaultMatch(model: "m0"), [2, 4, 6]),
            (FaultMatch(every: 2, imageSHA256: "a"), [4, 6]),
            (FaultMatch(probability: 0), []),
            (FaultMatch(probability: 1), [1, 2, 3, 4, 5, 6, 7]),
        ] as [(FaultMatch, [Int])]
    )
    func matchesWhatAllConditionsAllow(match: FaultMatch, expected: [Int]) {
        #expect(matched(match, calls(7)) == expected)
    }

    @Test func letsTheFirstMatchingRuleDecide() {
        let script = FaultScript(rules: [
            FaultRule(match: FaultMatch(nth: [2]), fault: Fault(answer: .cut(.midAnswer))),
            FaultRule(fault: hit),
        ])
        #expect(calls(3).map { script.fault(for: $0, seed: 1)?.answer } == [hit.answer, .cut(.midAnswer), hit.answer])
    }

    @Test func drawsByPictureAndAttemptNotByOrder() {
        let match = FaultMatch(probability: 0.3)
        let calls = (0..<2_000).map { FaultCall(sequence: $0 + 1, attempt: 1, imageSHA256: "p\($0)", model: "m") }
        let hits = matched(match, calls)
        #expect((500...700).contains(hits.count), "\(hits.count)")
        let reversed = calls.reversed().enumerated().map {
            FaultCall(sequence: $0 + 1, attempt: 1, imageSHA256: $1.imageSHA256, model: "m")
        }
        let again = Set(matched(match, reversed).map { reversed[$0 - 1].imageSHA256 })
        #expect(again == Set(hits.map { calls[$0 - 1].imageSHA256 }))
        #expect(matched(match, calls, seed: 2) != hits)
    }

    @Test func matchesNoPictureByItsHash() {
        let call = FaultCall(sequence: 1, attempt: 1, imageSHA256: "", model: "m")
        #expect(matched(FaultMatch(imageSHA256: "a"), [call]).isEmpty)
        #expect(matched(FaultMatch(probability: 1), [call]) == [1])
    }
}
