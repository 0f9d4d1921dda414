import Testing

@testable import Emulator

@Suite struct FaultScriptReaderTests {
    private func script(_ text: String) throws -> FaultScript {
        try FaultScriptReader.script(Array(text.utf8), file: "faults.json5")
    }

    @Test func readsEveryKeyword() throws {
        let text = """
            {
              seed: 7, // of the draws
              rules: [
                { match: { nth: [1, 5], every: 2, first: 9, attempt: 1, imageSha256: "9f86", model: "m", probability: 0.5 },
                  action: { status: 429, quota: "day", retryDelay: "1.5s", delay: "300ms", hold: 3, modelVersion: "n" } },
                { action: { cut: "midAnswer", hold: "release" } },
                { match: {}, action: { malformed: "fences", hideUsage: true } },
                { action: { block: "SAFETY" } },
                { action: { finish: "RECITATION" } },
                { action: { thinkEatsBudget: true } },
                { action: { empty: "noParts", delay: "2m" } },
                { action: { status: 503 } },
                { action: { status: 429 } },
              ],
            }
            """
        var expected = FaultScript(seed: 7)
        var first = FaultRule()
        first.match = FaultMatch(
            nth: [1, 5],
            every: 2,
            first: 9,
            attempt: [1],
            imageSHA256: "9f86",
            model: "m",
            probability: 0.5
        )
        first.fault = Fault(
            delay: .milliseconds(300),
            hold: .received(3),
            answer: .failure(Failure(status: 429, quota: .day, retryDelay: .milliseconds(1_500))),
            modelVersion: "n"
        )
        expected.rules = [
            first,
            FaultRule(fault: Fault(hold: .released, answer: .cut(.midAnswer))),
            FaultRule(fault: Fault(answer: .malformed(.fences), hidesUsage: true)),
            FaultRule(fault: Fault(answer: .promptBlock("SAFETY"))),
            FaultRule(fault: Fault(answer: .finish("RECITATION"))),
            FaultRule(fault: Fault(answer: .thinkEatsBudget)),
            FaultRule(fault: Fault(delay: .seconds(120), answer: .empty(.noParts))),
            FaultRule(fault: Fault(answer: .failure(Failure(status: 503, quota: .minute, retryDelay: usualDelay)))),
            FaultRule(fault: Fault(answer: .failure(Failure(status: 429, quota: .minute, retryDelay: usualDelay)))),
        ]
        #expect(try script(text) == expected)
    }

    @Test func readsTheNewerKeywordsAndSettings() throws {
        let text = """
            {
              rules: [
                { match: { every: 50, run: 10, after: "10s", before: "1m" }, action: { status: 503, afterPieces: 2 } },
                { action: { safety: { category: "HARM_CATEGORY_HARASSMENT", probability: "LOW" }, pace: "5ms" } },
                { action: { malformed: "loop", usage: "wrongTotal", refuses: "maxItems", holdAfter: 3 } },
                { action: { refuses: ["maxItems", "pattern"], usage: "bareDetails" } },
              ],
              quotas: { requestsPerMinute: 15, tokensPerMinute: 250000, requestsPerDay: 0, spendPerTenMinutes: "0.5 USD" },
              countTokens: { factor: 0.2, hideDetails: true },
              batches: { polls: 3, end: "stuck", failing: [2, 4] },
            }
            """
        let script = try script(text)
        var burst = FaultRule(match: FaultMatch(every: 50, run: 10, after: .seconds(10), before: .seconds(60)))
        burst.fault.answer = .failure(Failure(status: 503, quota: .minute, retryDelay: usualDelay))
        burst.fault.afterPieces = 2
        let safety = Fault.Safety(category: "HARM_CATEGORY_HARASSMENT", probability: .low)
        #expect(
            script.rules == [
                burst, FaultRule(fault: Fault(answer: .safety(safety), pace: .milliseconds(5))),
                FaultRule(
                    fault: Fault(answer: .malformed(.loop), usage: .wrongTotal, refuses: ["maxItems"], holdAfter: 3)
                ),
                FaultRule(fault: Fault(usage: .bareDetails, refuses: ["maxItems", "pattern"])),
            ]
        )
        #expect(
            script.quotas
                == Quotas(
                    requestsPerMinute: 15,
                    tokensPerMinute: 250_000,
                    requestsPerDay: 0,
                    nanoUSDPerTenMinutes: 500_000_000
                )
        )
        #expect(script.counting == CountTokensDrift(factor: 0.2, hidesDetails: true))
        #expect(script.batches == BatchCourse(polls: 3, end: .stuck, failing: [2, 4]))
    }

    /// What the help shows is a script.
    @Test func readsTheExampleOfItsOwnReference() throws {
        let lines = FaultScript.reference.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "  {"))
        let end = try #require(lines.firstIndex(of: "  }"))
        let script = try script(lines[start...end].joined(separator: "\n"))
        #expect(script.rules.count == 6 && script.seed == 7 && script.quotas.requestsPerDay == 500)
    }

    private let usualDelay = Duration.nanoseconds(1_934_310_785)

    @Test(arguments: [
        ("{rules:[{action:{}},]", "1:1", "json.syntax"),
        ("[]", "1:1", "`the script` must be an object"),
        ("{rule: []}", "1:2", "unknown key `rule`"),
        ("{rules: 1}", "1:9", "`rules` must be a list"),
        ("{\n rules: [\n  {match: {nth: 0}, action: {}}\n ]\n}", "3:17", "`nth` must be a whole number of at least 1"),
        ("{rules:[{match:{}}]}", "1:9", "a rule needs an `action`"),
        ("{rules:[{action:{status:418}}]}", "1:25", "`status` must be one of 400, 401"),
        ("{rules:[{action:{status:503,quota:\"day\"}}]}", "1:35", "belong to `status: 429`"),
        ("{rules:[{action:{quota:\"day\"}}]}", "1:24", "`quota` belongs to `status: 429`"),
        (
            "{rules:[{action:{status:429,quota:\"year\"}}]}", "1:35",
            "must be one of \"minute\", \"day\", \"spend\", \"bare\""
        ),
        ("{rules:[{action:{cut:\"soon\"}}]}", "1:22", "`cut` must be one of \"beforeAnswer\", \"midAnswer\""),
        ("{rules:[{action:{delay:300}}]}", "1:24", "`delay` must be a duration such as"),
        ("{rules:[{action:{delay:\"-1s\"}}]}", "1:24", "`delay` must be a duration such as"),
        ("{rules:[{action:{hold:\"forever\"}}]}", "1:23", "`hold` must be \"release\" or a number of calls"),
        ("{rules:[{action:{status:500,empty:\"noText\"}}]}", "1:17", "one answer, not `status` and `empty`"),
        ("{rules:[{match:{probability:2},action:{}}]}", "1:29", "`probability` must be a number from 0 to 1"),
        ("{rules:[{match:{imageSha256:\"XY\"},action:{}}]}", "1:29", "is not the beginning of a SHA-256"),
        ("{rules:[{match:{model:\"\"},action:{}}]}", "1:23", "`model` must be a text"),
        ("{rules:[{action:{thinkEatsBudget:1}}]}", "1:34", "`thinkEatsBudget` must be true or false"),
        ("{rules:[{action:{staus:503}}]}", "1:18", "did you mean `status`?"),
        ("{rules:[{match:{run:2},action:{}}]}", "1:16", "`run` needs `every`"),
        ("{rules:[{action:{afterPieces:2}}]}", "1:30", "`afterPieces` belongs to `status`"),
        ("{rules:[{action:{safety:{}}}]}", "1:25", "`safety` needs a `category`"),
        ("{rules:[{action:{safety:{category:\"X\",probability:\"SOME\"}}}]}", "1:51", "must be one of \"NEGLIGIBLE\""),
        ("{quotas:{spendPerTenMinutes:\"10\"}}", "1:29", "`10` has no currency"),
        ("{quotas:{requestsPerHour:1}}", "1:10", "unknown key `requestsPerHour`"),
        ("{countTokens:{factor:-1}}", "1:22", "`factor` must be a number from 0 to 100"),
        ("{batches:{end:\"soon\"}}", "1:15", "must be one of \"succeeded\""),
        ("{seed:-1}", "1:7", "`seed` must be a whole number of at least 0"),
        ("{rules:[{match:[],action:{}}]}", "1:16", "`rules[0].match` must be an object"),
    ])
    func saysWhereAndWhat(text: String, place: String, message: String) {
        do throws(EmulatorError) {
            _ = try FaultScriptReader.script(Array(text.utf8), file: "faults.json5")
            Issue.record("accepted")
        } catch {
            #expect(error.code == .invalidScript)
            #expect(error.message.contains("faults.json5:\(place): error: "), "\(error.message)")
            #expect(error.message.contains(message), "\(error.message)")
        }
    }

    @Test func reportsAllMistakesAtOnce() {
        let text = "{rules:[{action:{status:1}},{action:{hold:0}},{actoin:{}}]}"
        do throws(EmulatorError) {
            _ = try FaultScriptReader.script(Array(text.utf8), file: "f")
            Issue.record("accepted")
        } catch {
            #expect(error.message.split(separator: ": error: ").count == 5, "\(error.message)")
        }
    }
}
