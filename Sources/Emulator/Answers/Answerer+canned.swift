import Documents

extension Answerer {
    /// The same valid classification for every request, for load tests: no picture is decoded, no request read.
    func canned(_ model: EmulatedModel, sequence: Int) -> Draft {
        var usage = Usage(textTokens: Answerer.cannedText, imageTokens: Answerer.cannedImage)
        usage.candidates = TokenCount.text(Answerer.cannedAnswer.utf8.count)
        return Draft(
            answer: GenerateAnswer(
                text: Answerer.cannedAnswer,
                usage: usage,
                modelVersion: model.id,
                responseID: responseID(sequence)
            ),
            request: nil,
            model: model
        )
    }

    /// What prompt and schema of a classification come to, and a square picture at LOW.
    private static let cannedText = 420
    private static let cannedImage = 256

    private static let cannedAnswer =
        #"{"primaryCategory":"nature","secondaryCategory":null,"mood":"calm","#
        + ##""recommendedTags":["green","quiet","horizon"],"dominantColors":["#2e6b34"],"##
        + #""suitableScreenTypes":["iphone_lock","ipad"]}"#
}
