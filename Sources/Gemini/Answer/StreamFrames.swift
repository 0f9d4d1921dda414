/// Cuts a streamed answer, in whatever pieces it comes, into frames that mean something by themselves: events, or elements
/// of one array. All frames and the rest are the bytes as they came.
struct StreamFrames: Sendable {
    enum Form: Sendable { case events, list }

    let form: Form
    private var held: [UInt8] = []
    /// Bytes of `held` in which no frame ends.
    private var searched = 0
    private var list = ListPlace()

    init(_ form: Form) { self.form = form }

    /// What follows the last frame.
    var rest: [UInt8] { held }

    /// Whether an array has come to its last bracket.
    var isListClosed: Bool { list.isClosed }

    /// The frames that are whole by now: an event with its empty line, an element with what stands before it.
    ///
    /// Complexity: linear in what comes and is held.
    mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
        held += bytes
        var frames: [[UInt8]] = []
        var start = 0
        for index in searched..<held.count where isEnd(index, from: start) {
            frames.append(Array(held[start...index]))
            start = index + 1
        }
        held.removeFirst(start)
        searched = held.count
        return frames
    }

    private mutating func isEnd(_ index: Int, from start: Int) -> Bool {
        switch form {
        case .events: isEmptyLine(endingAt: index, from: start)
        case .list: list.endsElement(with: held[index])
        }
    }

    private func isEmptyLine(endingAt index: Int, from start: Int) -> Bool {
        let lineFeed = UInt8(ascii: "\n")
        guard index > start, held[index] == lineFeed else { return false }
        if held[index - 1] == lineFeed { return true }
        return index > start + 1 && held[index - 1] == UInt8(ascii: "\r") && held[index - 2] == lineFeed
    }
}

/// Where in an array of objects a reader stands.
private struct ListPlace: Sendable {
    private var depth = 0
    private var isList = false
    private var isText = false
    private var isEscaped = false

    var isClosed: Bool { isList && depth == 0 }

    /// Whether an element of the array ends with this byte.
    mutating func endsElement(with byte: UInt8) -> Bool {
        if isText {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isText = false
            }
            return false
        }
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            if depth == 0 { isList = byte == UInt8(ascii: "[") }
            depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            depth -= 1
            return isList && depth == 1
        default: break
        }
        return false
    }
}
