import Economics
import Testing

@testable import Gemini

@Suite struct SwitchboardTests {
    private static let now = Timestamp.seconds(1_796_040_000)

    @Test func callsTheFirstModelThatMayBeCalled() {
        let board = Switchboard(pacific: .utc)
        #expect(board.route(["a", "b"], contract: "c/1", at: Self.now) == .call(model: "a"))
        _ = board.record(.gone("x"), of: "a", at: Self.now)
        #expect(board.route(["a", "b"], contract: "c/1", at: Self.now) == .call(model: "b"))
        _ = board.record(.throttled(.day, retryAfter: nil), of: "b", at: Self.now)
        let until = Self.now.advanced(bySeconds: 3_600)
        #expect(board.route(["a", "b"], contract: "c/1", at: Self.now) == .refused(.gone, until: until))
        #expect(board.open.map(\.model) == ["a", "b"])
    }

    @Test func standsInForNoAccount() {
        let board = Switchboard(pacific: .utc)
        _ = board.record(.auth("x"), of: "a", at: Self.now)
        #expect(
            board.route(["a", "b"], contract: "c/1", at: Self.now)
                == .refused(.keyRefused, until: Self.now.advanced(bySeconds: 60))
        )
    }

    @Test func remembersTheFormByModelAndContract() {
        let board = Switchboard(pacific: .utc)
        let reduced = RequestForm(schema: .reduced)
        board.learn(reduced, for: "a", contract: "wallpaper/1")
        #expect(board.form(for: "a", contract: "wallpaper/1") == reduced)
        #expect(board.form(for: "a", contract: "wallpaper/2") == nil)
        #expect(board.form(for: "b", contract: "wallpaper/1") == nil)
    }

    /// Overloads that last for hours: a breaker, and another model meanwhile.
    @Test func standsInForAModelThatStaysOverloaded() {
        let board = Switchboard(pacific: .utc)
        for _ in 0..<12 {
            #expect(board.route(["a", "b"], contract: "c/1", at: Self.now) == .call(model: "a"))
            _ = board.record(.overloaded(status: 503), of: "a", at: Self.now)
        }
        #expect(board.route(["a", "b"], contract: "c/1", at: Self.now) == .call(model: "b"))
        // One call looks whether it is over.
        let later = Self.now.advanced(bySeconds: 5)
        #expect(board.route(["a", "b"], contract: "c/1", at: later) == .call(model: "a"))
        #expect(board.route(["a", "b"], contract: "c/1", at: later) == .call(model: "b"))
        _ = board.record(.ok(.null), of: "a", at: later)
        #expect(board.route(["a", "b"], contract: "c/1", at: later) == .call(model: "a"))
    }

    /// A model that answers 400 to one schema whatever is left out of it, and takes others.
    @Test func keepsAContractFromAModelThatRefusesIt() {
        let board = Switchboard(pacific: .utc)
        #expect(board.refuse("a", contract: "c/1", at: Self.now) == nil)
        #expect(!board.isKeptOut("a", contract: "c/1"))
        #expect(
            board.refuse("a", contract: "c/1", at: Self.now) == Circuits.Change(model: "a", cause: .schemaRefused)
        )
        #expect(board.isKeptOut("a", contract: "c/1"))
        #expect(!board.isKeptOut("a", contract: "c/2"))
        #expect(board.open == [Circuits.Open(model: "a", cause: .schemaRefused)])
        #expect(board.route(["a", "b"], contract: "c/1", at: Self.now) == .call(model: "b"))
        #expect(board.route(["a", "b"], contract: "c/2", at: Self.now) == .call(model: "a"))
        let until = Self.now.advanced(bySeconds: 3_600)
        #expect(board.route(["a"], contract: "c/1", at: Self.now) == .refused(.schemaRefused, until: until))
        // An hour later one call tries it again, and what works is forgiven.
        #expect(board.route(["a", "b"], contract: "c/1", at: until) == .call(model: "a"))
        #expect(board.route(["a", "b"], contract: "c/1", at: until) == .call(model: "b"))
        board.learn(RequestForm(schema: .reduced), for: "a", contract: "c/1")
        #expect(!board.isKeptOut("a", contract: "c/1"))
        #expect(board.refuse("a", contract: "c/1", at: until) == nil)
    }
}
