import Documents
import Economics
import Gate
import Imaging
import Platform

/// From a request to the answer of a healthy model: validation, labels, tokens.
struct Answerer: Sendable {
    /// What an answer is made of, before a fault changes it.
    struct Draft: Sendable {
        var answer: GenerateAnswer
        /// What was asked for, for faults that break it.
        let schema: AnswerSchema?
        let maxOutputTokens: Int
    }

    let seed: UInt64
    let clock: WallClock
    let pool: CPUPool

    /// The request, or Google's refusal of it.
    func request(_ node: DocumentNode) throws(GoogleError) -> GenerateRequest {
        var reader = WireReader()
        let read = reader.read(node, as: .message("GenerateContentRequest"))
        guard reader.violations.isEmpty, let read else { throw .violations(reader.violations) }
        return try GenerateRequest(read)
    }

    /// The model that answers. Throws the 404 of an unknown or removed one.
    func model(_ id: String, version: String, method: String) throws(GoogleError) -> EmulatedModel {
        guard let model = EmulatedModel.answering(id, at: clock.now()) else {
            throw .unknownModel(id, version: version, method: method)
        }
        if model.isGone { throw .retiredModel(id) }
        return model
    }

    /// The answer. Throws what the model refuses: its thinking settings, pictures that cannot be read.
    func draft(_ request: GenerateRequest, _ model: EmulatedModel, sequence: Int) async throws(GoogleError) -> Draft {
        let subject = request.pictures.first?.bytes ?? Array(request.prompt.utf8)
        let draw = Draw(seed: seed, subject: Crypto.sha256(subject))
        let thoughts = try Thinking.tokens(request, model, draw)
        let seen = try await look(at: request.pictures)
        var usage = self.usage(request, model, sizes: seen.sizes)

        var writer = AnswerWriter(facts: seen.facts, draw: draw)
        let text: String
        switch (request.schema, request.responseMimeType) {
        case (let schema?, "text/x.enum"):
            if case .string(let value) = writer.value(schema) { text = value } else { text = "" }
        case (let schema?, _): text = String(decoding: writer.value(schema).encoded(), as: UTF8.self)
        case (nil, "application/json"):
            text = String(
                decoding: JSON.object([.init("description", .string(writer.sentence))]).encoded(),
                as: UTF8.self
            )
        default: text = writer.sentence
        }

        usage.thoughts = min(thoughts, request.maxOutputTokens)
        usage.candidates = TokenCount.text(text.utf8.count)
        var answer = GenerateAnswer(
            parts: [text],
            usage: usage,
            modelVersion: model.id,
            responseID: responseID(sequence)
        )
        let room = request.maxOutputTokens - usage.thoughts
        if usage.candidates > room { answer.cutShort(room: room) }
        return Draft(answer: answer, schema: request.schema, maxOutputTokens: request.maxOutputTokens)
    }

    /// The prompt's tokens alone. `countTokens` knows no media resolution.
    func count(_ request: GenerateRequest, _ model: EmulatedModel) async throws(GoogleError) -> Usage {
        usage(request, model, sizes: try await look(at: request.pictures).sizes)
    }

    private func usage(
        _ request: GenerateRequest,
        _ model: EmulatedModel,
        sizes: [(width: Int, height: Int)]
    ) -> Usage {
        var usage = Usage(
            textTokens: TokenCount.text(request.promptBytes) + TokenCount.text(request.schemaBytes),
            imageTokens: 0,
            tier: request.serviceTier
        )
        for (picture, size) in zip(request.pictures, sizes) {
            usage.imageTokens += TokenCount.image(
                width: size.width,
                height: size.height,
                resolution: picture.resolution ?? request.mediaResolution,
                model: model
            )
        }
        return usage
    }

    /// Decodes every picture, labels the first. What the model would see at most.
    private func look(
        at pictures: [GenerateRequest.Picture]
    ) async throws(GoogleError) -> (facts: PictureFacts, sizes: [(width: Int, height: Int)]) {
        guard !pictures.isEmpty else { return (.none, []) }
        let seen = await pool.run { Result { () throws(ImagingError) in try Answerer.look(pictures) } }
        guard let seen else {
            throw GoogleError(code: 503, status: "UNAVAILABLE", message: "The emulator has too much to do.")
        }
        switch seen {
        case .success(let seen): return seen
        case .failure: throw .invalidArgument("Unable to process input image. Please retry or send another picture.")
        }
    }

    private static func look(
        _ pictures: [GenerateRequest.Picture]
    ) throws(ImagingError) -> (facts: PictureFacts, sizes: [(width: Int, height: Int)]) {
        var facts = PictureFacts.none
        var sizes: [(width: Int, height: Int)] = []
        for (index, picture) in pictures.enumerated() {
            let header = try ImageDecoder.header(of: picture.bytes)
            sizes.append((header.width, header.height))
            let image = try ImageDecoder.image(from: picture.bytes, maxSide: 256)
            if index == 0 { facts = PictureFacts(image, Scorer.measurement(of: image)) }
        }
        return (facts, sizes)
    }

    /// Opaque, another one for every call.
    func responseID(_ sequence: Int) -> String {
        Encoding.base64URL(Array(Crypto.sha256(Array("\(seed)/\(sequence)".utf8)).prefix(16)))
    }
}
