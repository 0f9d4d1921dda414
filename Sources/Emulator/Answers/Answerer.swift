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
        /// What was asked for, for faults that break it; nil where it was not read.
        let request: GenerateRequest?
        let model: EmulatedModel
    }

    let seed: UInt64
    let clock: WallClock
    let pool: CPUPool
    let files: FileStore

    /// The request, or Google's refusal of it.
    func request(_ node: DocumentNode) throws(GoogleError) -> GenerateRequest {
        var reader = WireReader()
        let read = reader.read(node, as: .message("GenerateContentRequest"))
        guard reader.violations.isEmpty, let read else { throw .violations(reader.violations) }
        return try content(read)
    }

    /// From a message in camelCase. Pictures may be in uploaded files.
    func content(_ node: DocumentNode) throws(GoogleError) -> GenerateRequest {
        let now = clock.now()
        return try GenerateRequest(node) { files.file($0, at: now) }
    }

    /// The model that answers. Throws the 404 of an unknown or removed one.
    func model(_ id: String, version: String, method: String) throws(GoogleError) -> EmulatedModel {
        guard let model = EmulatedModel.answering(id, at: clock.now()) else {
            throw .unknownModel(id, version: version, method: method)
        }
        if model.isGone { throw .retiredModel(id) }
        return model
    }

    /// The answer. Throws what the model refuses: its settings, pictures that cannot be read.
    ///
    /// - Parameter refused: Members of `generationConfig` that a script says the model refuses.
    func draft(
        _ request: GenerateRequest,
        _ model: EmulatedModel,
        sequence: Int,
        refused: [String] = []
    ) async throws(GoogleError) -> Draft {
        try FamilyRules.check(request, model, refused: refused)
        let subject = request.pictures.first?.bytes ?? Array(request.prompt.utf8)
        let draw = Draw(seed: seed, subject: Crypto.sha256(subject))
        let thoughts = try Thinking.tokens(request, model, draw)
        let seen = try await look(at: request.pictures)
        var usage = self.usage(request, model, sizes: seen.sizes)

        var text = self.text(request, AnswerWriter(facts: seen.facts, draw: draw))
        for stop in request.stopSequences {
            if let range = text.firstRange(of: stop) { text = String(text[..<range.lowerBound]) }
        }
        usage.thoughts = min(thoughts, request.maxOutputTokens)
        usage.candidates = TokenCount.text(text.utf8.count)
        var answer = GenerateAnswer(
            text: text,
            usage: usage,
            modelVersion: model.id,
            responseID: responseID(sequence)
        )
        if usage.thoughts > 0, model.generation == .three {
            answer.parts?[0].signature = Encoding.base64URL(Array(Crypto.sha256(Array(text.utf8)).prefix(24)))
        }
        if usage.thoughts > 0, request.includesThoughts {
            answer.parts?.insert(GenerateAnswer.Part(text: "Looking at colours and shapes.", isThought: true), at: 0)
        }
        let room = request.maxOutputTokens - usage.thoughts
        if usage.candidates > room { answer.cutShort(room: room) }
        return Draft(answer: answer, request: request, model: model)
    }

    private func text(_ request: GenerateRequest, _ writer: AnswerWriter) -> String {
        var writer = writer
        switch (request.schema, request.responseMimeType) {
        case (let schema?, "text/x.enum"):
            if case .string(let value) = writer.value(schema) { return value }
            return ""
        case (let schema?, _): return String(decoding: writer.value(schema).encoded(), as: UTF8.self)
        case (nil, "application/json"):
            return String(
                decoding: JSON.object([.init("description", .string(writer.sentence))]).encoded(),
                as: UTF8.self
            )
        default: return writer.sentence
        }
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
        if case .success(let seen?) = seen { return seen }
        throw .invalidArgument("Unable to process input image. Please retry or send another picture.")
    }

    /// Nil for a picture that is not what its media type says.
    private static func look(
        _ pictures: [GenerateRequest.Picture]
    ) throws(ImagingError) -> (facts: PictureFacts, sizes: [(width: Int, height: Int)])? {
        var facts = PictureFacts.none
        var sizes: [(width: Int, height: Int)] = []
        for (index, picture) in pictures.enumerated() {
            let header = try ImageDecoder.header(of: picture.bytes)
            let named = picture.mimeType == "image/heif" ? "image/heic" : picture.mimeType
            guard header.format.mediaType == named else { return nil }
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
