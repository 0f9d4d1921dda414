import Economics
import Ledger
import Testing

/// How attempts were asked and what was odd about their answers.
@Suite(.timeLimit(.minutes(2))) struct AnswerFactsTests {
    private static func facts(
        schema: String = "wallpaper/1",
        repaired: Bool = false,
        blocks: [SafetyBlock] = []
    ) -> AnswerFacts {
        AnswerFacts(
            schema: schema,
            mediaResolution: "low",
            repaired: repaired,
            estimatedInput: 1_000,
            estimatedImage: 264,
            blocks: blocks
        )
    }

    private static let hate = SafetyBlock(
        stage: .answer,
        reason: "SAFETY",
        category: "HARM_CATEGORY_HATE_SPEECH",
        rating: "HIGH",
        threshold: "blockOnlyHigh"
    )
    private static let unnamed = SafetyBlock(stage: .prompt, reason: "OTHER", category: "", rating: "", threshold: "")

    private func settle(
        _ id: String,
        _ facts: AnswerFacts?,
        cost: Int64 = 60,
        result: String = "ok",
        usage: TokenUsage? = nil,
        in store: any LedgerStore
    ) async throws {
        _ = try await store.reserve(Samples.hold(id, amount: 100))
        var settlement = Samples.settlement(id, cost: cost, result: result)
        if let usage { settlement = Samples.settlement(id, cost: cost, result: result, usage: usage) }
        settlement.facts = facts
        try await store.settle(settlement)
        #expect(try await store.attempts(decisionID: id).map(\.settlement) == [settlement])
    }

    @Test(arguments: StoreKind.allCases)
    func countsWhatIsAlike(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await settle("a", Self.facts(), in: store)
            try await settle("b", Self.facts(repaired: true), cost: 101, in: store)
            // Parts that do not add up, and a picture whose share was not told.
            let odd = TokenUsage(prompt: 900, candidates: 90, total: 991)
            try await settle("c", Self.facts(), usage: odd, in: store)
            try await settle("d", Self.facts(), result: "deadline", usage: .zero, in: store)
            try await settle("e", Self.facts(schema: "wallpaper/1 reduced"), in: store)
            try await settle("f", nil, in: store)

            var whole = AnswerRollup(
                profile: "android",
                hour: Samples.hour,
                model: "gemini-3.5-flash-lite-001",
                schema: "wallpaper/1",
                mediaResolution: "low",
                result: "ok",
                emulated: false
            )
            whole.attempts = 3
            whole.repaired = 1
            whole.mismatched = 1
            whole.aboveHold = 1
            whole.metered = 3
            whole.estimatedInput = 3_000
            whole.input = 3_300
            whole.imaged = 2
            whole.estimatedImage = 528
            whole.image = 560
            let found = try await store.allRollups().answers
            #expect(found.first { $0.schema == "wallpaper/1" && $0.result == "ok" } == whole)
            #expect(
                found.first { $0.result == "deadline" }.map { [$0.attempts, $0.metered, $0.estimatedInput] } == [
                    1, 0, 0,
                ]
            )
            #expect(found.map(\.attempts).reduce(0, +) == 5)
            #expect(try await store.verification().ties)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func countsBlocksByCategory(_ kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            try await settle("a", Self.facts(blocks: [Self.hate, Self.unnamed]), result: "refused", in: store)
            try await settle("b", Self.facts(blocks: [Self.hate]), result: "refused", in: store)
            try await settle("c", Self.facts(), in: store)
            let counts = try await store.blocks(from: Samples.hour, to: Samples.hour.advanced(bySeconds: 1))
            #expect(counts.map(\.block) == [Self.hate, Self.unnamed])
            #expect(counts.map(\.count) == [2, 1])
            #expect(counts.map(\.profile) == ["android", "android"])
            #expect(try await store.blocks(from: Samples.hour.advanced(bySeconds: 1), to: .seconds(1 << 32)) == [])
        }
    }
}
