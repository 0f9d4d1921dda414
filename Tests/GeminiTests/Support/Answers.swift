import Documents

@testable import Gemini

/// Answers of the API as text, and what reading them comes to.
enum Answers {
    /// A classification that needs no repair.
    static let clean = """
        {"primaryCategory":"nature","secondaryCategory":"urban","mood":"calm",\
        "recommendedTags":["temple_gate","mist","red"],"dominantColors":["#a1b2c3"],"suitableScreenTypes":["ipad"]}
        """

    /// The same as a value.
    static let cleanValue: JSON = [
        "primaryCategory": "nature",
        "secondaryCategory": "urban",
        "mood": "calm",
        "recommendedTags": ["temple_gate", "mist", "red"],
        "dominantColors": ["#a1b2c3"],
        "suitableScreenTypes": ["ipad"],
    ]

    static let usage = """
        {"promptTokenCount":560,"candidatesTokenCount":96,"totalTokenCount":656,\
        "promptTokensDetails":[{"modality":"TEXT","tokenCount":296},{"modality":"IMAGE","tokenCount":264}]}
        """

    /// A whole body around the text the model wrote.
    static func body(text: String, finish: String? = "STOP", usage: String = usage) -> String {
        let quoted = String(decoding: JSON.string(text).encoded(), as: UTF8.self)
        return body(
            candidate: #""content":{"role":"model","parts":[{"text":\#(quoted)}]}"#,
            finish: finish,
            usage: usage
        )
    }

    static func body(candidate: String, finish: String? = "STOP", usage: String = usage) -> String {
        let reason = finish.map { #","finishReason":"\#($0)""# } ?? ""
        return """
            {"candidates":[{\(candidate)\(reason)}],"usageMetadata":\(usage),\
            "modelVersion":"gemini-3.5-flash-lite","responseId":"r1"}
            """
    }

    static func read(
        _ body: String,
        status: Int = 200,
        headers: [(name: String, value: String)] = []
    ) -> AnswerReader {
        AnswerReader(status: status, headers: headers, body: Array(body.utf8), contract: Samples.contract)
    }

    /// The clean answer with `old` replaced; a replacement that changes nothing would make a test that cannot fail.
    static func clean(_ old: String, _ new: String) -> String {
        var text = clean
        guard let range = text.firstRange(of: old) else { return "`\(old)` is not in the clean answer" }
        text.replaceSubrange(range, with: new)
        return text
    }
}
