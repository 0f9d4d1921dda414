/// Undoes the chunked transfer coding (RFC 9112 §7.1). Extensions and trailers are read over.
struct HTTPChunkReader {
    enum Progress: Equatable {
        /// All input is used up; more must come.
        case needsMore
        case complete
        case malformed
        case tooLarge
    }

    private enum State {
        case size(digits: Int)
        case lineExtension
        case sizeLineFeed
        case data
        case dataReturn
        case dataLineFeed
        case trailerStart
        case trailer
        case trailerLineFeed
        case endLineFeed
        case done
    }

    private static let maxExtensionBytes = 256
    private static let maxTrailerBytes = 8192
    private let maxBodyBytes: Int
    private var state = State.size(digits: 0)
    private var remaining = 0
    private var overhead = 0

    init(maxBodyBytes: Int) { self.maxBodyBytes = maxBodyBytes }

    /// Takes bytes from `input` at `position`, which it moves on, and appends what they carry to `body`.
    mutating func read(_ input: Span<UInt8>, at position: inout Int, into body: inout [UInt8]) -> Progress {
        while position < input.count {
            if case .data = state {
                let count = min(remaining, input.count - position)
                unsafe input.extracting(position..<(position + count))
                    .withUnsafeBufferPointer { unsafe body.append(contentsOf: $0) }
                position += count
                remaining -= count
                if remaining == 0 { state = .dataReturn }
                continue
            }
            let byte = input[position]
            position += 1
            guard let next = step(byte) else { return .malformed }
            if case .data = next {
                guard remaining <= maxBodyBytes - body.count else { return .tooLarge }
            }
            state = next
            if case .done = state { return .complete }
        }
        return .needsMore
    }

    /// The state after one byte that is not data; nil when it may not stand there.
    private mutating func step(_ byte: UInt8) -> State? {
        switch state {
        case .size(let digits):
            if let value = HTTPBytes.hexValue(byte) {
                // Fifteen digits cannot overflow.
                guard digits < 15 else { return nil }
                remaining = remaining << 4 | Int(value)
                return .size(digits: digits + 1)
            }
            guard digits > 0 else { return nil }
            if byte == HTTPBytes.carriageReturn { return .sizeLineFeed }
            overhead = 0
            return byte == UInt8(ascii: ";") || byte == 0x20 || byte == 0x09 ? .lineExtension : nil
        case .lineExtension:
            overhead += 1
            guard overhead <= Self.maxExtensionBytes else { return nil }
            if byte == HTTPBytes.carriageReturn { return .sizeLineFeed }
            return isText(byte) ? .lineExtension : nil
        case .sizeLineFeed:
            guard byte == HTTPBytes.lineFeed else { return nil }
            overhead = 0
            return remaining == 0 ? .trailerStart : .data
        case .dataReturn: return byte == HTTPBytes.carriageReturn ? .dataLineFeed : nil
        case .dataLineFeed:
            remaining = 0
            return byte == HTTPBytes.lineFeed ? .size(digits: 0) : nil
        case .trailerStart:
            if byte == HTTPBytes.carriageReturn { return .endLineFeed }
            return trailer(byte)
        case .trailer: return byte == HTTPBytes.carriageReturn ? .trailerLineFeed : trailer(byte)
        case .trailerLineFeed: return byte == HTTPBytes.lineFeed ? .trailerStart : nil
        case .endLineFeed: return byte == HTTPBytes.lineFeed ? .done : nil
        case .data, .done: return nil
        }
    }

    private mutating func trailer(_ byte: UInt8) -> State? {
        overhead += 1
        return isText(byte) && overhead <= Self.maxTrailerBytes ? .trailer : nil
    }

    private func isText(_ byte: UInt8) -> Bool { byte == 0x09 || byte >= 0x20 && byte != 0x7F }
}
