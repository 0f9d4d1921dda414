import Economics
import Testing

@testable import Emulator

@Suite struct EmulatedModelTests {
    private let november = Timestamp.seconds(1_796_083_199)
    private let december = Timestamp.seconds(1_796_083_200)

    @Test func routesRetiredNamesFromTheirDayOn() {
        #expect(EmulatedModel.answering("gemini-2.5-flash", at: november)?.id == "gemini-2.5-flash")
        #expect(EmulatedModel.answering("gemini-2.5-flash", at: december)?.id == "gemini-3.5-flash-lite")
        #expect(EmulatedModel.answering("gemini-2.5-pro", at: december)?.id == "gemini-3.8-flash")
        #expect(EmulatedModel.answering("gemini-2.5-flash-lite", at: december)?.id == "gemini-2.5-flash-lite")
    }

    @Test func resolvesAliasesAndNothingElse() {
        #expect(EmulatedModel.answering("gemini-flash-latest", at: november)?.id == "gemini-3.8-flash")
        #expect(EmulatedModel.answering("gemini-flash-lite-latest", at: november)?.id == "gemini-3.5-flash-lite")
        #expect(EmulatedModel.answering("gemini-3.5-flash-lite-x", at: november) == nil)
        #expect(EmulatedModel.answering("gemini-2.0-flash", at: november)?.isGone == true)
    }
}
