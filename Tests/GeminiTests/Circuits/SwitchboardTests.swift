import Economics
import Testing

@testable import Gemini

@Suite struct SwitchboardTests {
    private static let now = Timestamp.seconds(1_796_040_000)

    @Test func callsTheFirstModelThatMayBeCalled() {
        let board = Switchboard(pacific: .utc)
        #expect(board.route(["a", "b"], at: Self.now) == .call(model: "a"))
        _ = board.record(.gone("x"), of: "a", at: Self.now)
        #expect(board.route(["a", "b"], at: Self.now) == .call(model: "b"))
        _ = board.record(.throttled(.day, retryAfter: nil), of: "b", at: Self.now)
        let until = Self.now.advanced(bySeconds: 3_600)
        #expect(board.route(["a", "b"], at: Self.now) == .refused(.gone, until: until))
        #expect(board.open.map(\.model) == ["a", "b"])
    }

    @Test func standsInForNoAccount() {
        let board = Switchboard(pacific: .utc)
        _ = board.record(.auth("x"), of: "a", at: Self.now)
        #expect(
            board.route(["a", "b"], at: Self.now) == .refused(.keyRefused, until: Self.now.advanced(bySeconds: 60))
        )
    }

    @Test func remembersTheFormByModelAndContract() {
        let board = Switchboard(pacific: .utc)
        let reduced = RequestForm(schema: .reduced)
        board.learn(reduced, for: "a", contract: "wallpaper/1")
        #expect(board.form(for: "a", contract: "wallpaper/1") == reduced)
        #expect(board.form(for: "a", contract: "wallpaper/2") == .full)
        #expect(board.form(for: "b", contract: "wallpaper/1") == .full)
    }
}
