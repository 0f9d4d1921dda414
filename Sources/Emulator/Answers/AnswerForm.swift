import Documents

/// How an answer travels.
enum AnswerForm: Sendable, Hashable {
    /// `generateContent`.
    case whole
    /// `streamGenerateContent?alt=sse`: one event a piece, CRLF line ends.
    case events
    /// `streamGenerateContent`: one JSON array whose elements arrive over time.
    case list

    var contentType: String {
        self == .events ? "text/event-stream" : "application/json; charset=UTF-8"
    }

    /// The bytes of each piece; what comes in `error` breaks off the stream after `kept` pieces.
    func frames(_ pieces: [JSON], error: (after: Int, body: JSON)? = nil) -> [[UInt8]] {
        let kept = error.map { Array(pieces.prefix($0.after)) } ?? pieces
        switch self {
        case .whole: return [(error?.body ?? pieces.first ?? .null).encoded(pretty: true)]
        case .events:
            // An error is not an event: it comes as bare JSON.
            return kept.map { Array("data: ".utf8) + $0.encoded() + Array("\r\n\r\n".utf8) }
                + (error.map { [$0.body.encoded(pretty: true) + [0x0A]] } ?? [])
        case .list:
            var frames: [[UInt8]] = []
            for (index, element) in (kept + (error.map { [$0.body] } ?? [])).enumerated() {
                frames.append(Array((index == 0 ? "[" : ",\r\n").utf8) + element.encoded(pretty: true) + [0x0A])
            }
            return frames + [Array("]".utf8)]
        }
    }
}
