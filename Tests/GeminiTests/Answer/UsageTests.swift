import Documents
import Economics
import Testing

@testable import Gemini

@Suite struct UsageTests {
    private func usage(_ text: String) -> TokenUsage? {
        let answer = Answers.read(Answers.body(text: Answers.clean, usage: text))
        #expect(answer.billingUncertain == (answer.usage == nil))
        return answer.usage
    }

    @Test func readsEveryBucketThatIsBilled() {
        #expect(
            usage(
                #"{"promptTokenCount":1400,"cachedContentTokenCount":100,"candidatesTokenCount":96,"#
                    + #""thoughtsTokenCount":7,"toolUsePromptTokenCount":5,"totalTokenCount":1508,"#
                    + #""promptTokensDetails":[{"modality":"TEXT","tokenCount":311},{"modality":"IMAGE","tokenCount":1089}],"#
                    + #""serviceTier":"standard","somethingNew":[1]}"#
            )
                == TokenUsage(
                    prompt: 1_400,
                    cached: 100,
                    candidates: 96,
                    thoughts: 7,
                    toolUse: 5,
                    total: 1_508,
                    image: 1_089
                )
        )
    }

    @Test(arguments: [
        (#"{"promptTokenCount":560}"#, TokenUsage(prompt: 560)),
        (#"{"promptTokenCount":"560","totalTokenCount":"560"}"#, TokenUsage(prompt: 560, total: 560)),
        (#"{"promptTokenCount":560.0,"candidatesTokenCount":null}"#, TokenUsage(prompt: 560)),
        // A detail without a count, and details that are no list.
        (#"{"promptTokenCount":560,"promptTokensDetails":[{"modality":"IMAGE"}]}"#, TokenUsage(prompt: 560)),
        (#"{"promptTokenCount":560,"promptTokensDetails":{"modality":"IMAGE"}}"#, TokenUsage(prompt: 560)),
        // A share larger than the whole is not believed; it is not billed either.
        (
            #"{"promptTokenCount":560,"promptTokensDetails":[{"modality":"IMAGE","tokenCount":561}]}"#,
            TokenUsage(prompt: 560)
        ),
    ])
    func isTolerant(text: String, expected: TokenUsage) { #expect(usage(text) == expected) }

    @Test(arguments: [
        "{}", "null", "[]", #""560""#,
        #"{"promptTokenCount":0}"#,
        #"{"totalTokenCount":1496}"#,
        #"{"candidatesTokenCount":96}"#,
        #"{"promptTokenCount":-1}"#,
        #"{"promptTokenCount":560,"candidatesTokenCount":-96}"#,
        #"{"promptTokenCount":560,"cachedContentTokenCount":561}"#,
        #"{"promptTokenCount":560.5}"#,
        #"{"promptTokenCount":"560 tokens"}"#,
        #"{"promptTokenCount":true}"#,
        #"{"promptTokenCount":560,"thoughtsTokenCount":10000001}"#,
        #"{"promptTokenCount":99999999999999999999999}"#,
        #"{"promptTokenCount":1e300}"#,
        #"{"promptTokenCount":"9223372036854775808"}"#,
    ])
    func isNoUsageWhenNobodyCanBillIt(text: String) { #expect(usage(text) == nil) }
}
