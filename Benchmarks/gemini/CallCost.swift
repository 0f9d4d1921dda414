internal import Foundation
internal import Gemini
internal import Platform
internal import Policy

/// What the client itself costs a call, without network.
enum CallCost {
    private static let answer = """
        {"candidates":[{"content":{"role":"model","parts":[{"text":"{\\"primaryCategory\\":\\"nature\\",\
        \\"secondaryCategory\\":null,\\"mood\\":\\"calm\\",\\"recommendedTags\\":[\\"mountain\\",\\"mist\\",\\"sunrise\\",\\"lake\\"],\
        \\"dominantColors\\":[\\"#a1b2c3\\",\\"#334455\\"],\\"suitableScreenTypes\\":[\\"iphone_lock\\",\\"ipad\\"]}"}]},\
        "finishReason":"STOP","index":0,"safetyRatings":[{"category":"HARM_CATEGORY_HATE_SPEECH",\
        "probability":"NEGLIGIBLE"}]}],"usageMetadata":{"promptTokenCount":668,"candidatesTokenCount":96,\
        "totalTokenCount":764,"promptTokensDetails":[{"modality":"TEXT","tokenCount":404},{"modality":"IMAGE",\
        "tokenCount":264}],"serviceTier":"standard"},"modelVersion":"gemini-3.5-flash-lite","responseId":"r"}
        """

    static func run() async throws {
        let snapshot = try Policies.snapshot()
        var generator = SystemRandomNumberGenerator()
        let picture = (0..<60_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let response = HTTPClient.Response(status: 200, headers: [], body: Array(answer.utf8))
        let client = GeminiClient(baseURL: "http://localhost", key: "key-0123456789") { _, _ in .success(response) }
        var times: [Double] = []
        var floors: [Double] = []
        for _ in 0..<15 {
            let start = processorMilliseconds()
            for _ in 0..<100 {
                let body = GeminiClient.requestBody(jpeg: picture, snapshot: snapshot)
                let attempt = await client.attempt(
                    body: body,
                    model: "gemini-3.5-flash-lite",
                    contract: snapshot.contract,
                    deadline: .now + .seconds(5),
                    attemptID: "a"
                )
                guard case .ok = attempt.outcome else { fatalError("\(attempt.outcome)") }
            }
            let middle = processorMilliseconds()
            var length = 0
            for _ in 0..<100 { length += Data(picture).base64EncodedData().count }
            precondition(length == 8_000_000)
            floors.append((processorMilliseconds() - middle) / 100)
            times.append((middle - start) / 100)
        }
        let time = times.sorted()[7]
        let floor = floors.sorted()[7]
        print(
            String(
                format: "a call of 60 KB: %.3f ms of processor time; Foundation's base64 of it alone %.3f ms",
                time,
                floor
            )
        )
    }

    /// Of the whole process: the client's work may move between threads.
    static func processorMilliseconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}
