import Economics
import Platform
import Testing

@testable import Gemini

/// What an answer that is passed on as it is says about its bill, in each form it comes in.
@Suite struct ForwardedBillTests {
    private static let first =
        #"{"candidates":[{"content":{"parts":[{"text":"a"}]}}],"#
        + #""usageMetadata":{"promptTokenCount":560,"totalTokenCount":560},"modelVersion":"models/m-1","responseId":"r"}"#
    /// A piece that holds usage alone, as 3.1 Flash-Lite sends it.
    private static let last =
        #"{"usageMetadata":{"promptTokenCount":560,"candidatesTokenCount":96,"totalTokenCount":656}}"#
    private static let error = #"{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}"#
    private static let limited = #"{"candidates":[{"finishReason":"PUP_LIMITED_DISABLED"}]}"#

    private static let whole = TokenUsage(prompt: 560, candidates: 96, total: 656)
    private static let begun = TokenUsage(prompt: 560, total: 560)

    private func bill(_ body: String, events: Bool) -> ForwardedBill {
        let type = events ? "text/event-stream; charset=utf-8" : "application/json"
        return ForwardedBill(
            HTTPClient.Response(
                status: 200,
                headers: [(name: "content-type", value: type)],
                body: Array(body.utf8)
            )
        )
    }

    @Test(
        arguments: [
            ("one object", first, false, begun), ("a list", "[\(first),\r\n\(last)]", false, whole),
            ("events, as Google ends them", "data: \(first)\r\n\r\ndata: \(last)\r\n\r\n", true, whole),
            ("events, as others do", "data:\(first)\n\ndata: \(last)\n\n", true, whole),
            ("events and a bare error in their midst", "data: \(first)\r\n\r\n\(error)\n", true, nil),
            ("events and an error as one of them", "data: \(first)\n\ndata: \(error)\n\n", true, nil),
            ("a list that ends in an error", "[\(first),\(error)]", false, nil),
            ("events with names, ids and comments", ": hi\nevent: a\nid: 1\ndata: \(last)\n\n", true, whole),
            ("events that break off", "data: \(first)\r\n\r\ndata: {\"usageMeta", true, nil),
            ("nothing", "", false, nil), ("events without usage", "data: \(limited)\r\n\r\n", true, nil),
            ("a page", "<html>", false, nil),
        ] as [(String, String, Bool, TokenUsage?)]
    )
    func takesTheLastUsage(name: String, body: String, events: Bool, usage: TokenUsage?) {
        let bill = bill(body, events: events)
        #expect(bill.usage == usage)
        #expect(bill.modelVersion == (body.contains("modelVersion") ? "m-1" : nil))
        #expect(bill.responseID == (body.contains("responseId") ? "r" : nil))
        #expect(!bill.isPolicyLimited || body.contains("PUP_LIMITED"))
    }

    @Test(arguments: [("data: \(first)\n\ndata: \(limited)\n\n", true), ("[\(first),\(limited)]", false)])
    func noticesAnAccountThatIsLimited(body: String, events: Bool) {
        #expect(bill(body, events: events).isPolicyLimited)
        #expect(!bill(body.replacing("PUP_LIMITED_DISABLED", with: "STOP"), events: events).isPolicyLimited)
    }
}
