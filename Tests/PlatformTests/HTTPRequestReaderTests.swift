import Glibc
import Testing

@testable import Platform

/// The reader by itself: bytes in, events out.
struct HTTPRequestReaderTests {
    /// Everything that the reader makes of a connection whose bytes come in these pieces.
    private func events(_ pieces: [ArraySlice<UInt8>]) -> [String] {
        var reader = HTTPRequestReader(limits: .init(maxHeaderBytes: 16_384, maxBodyBytes: 1_000_000))
        var seen: [String] = []
        for piece in pieces {
            reader.append(Array(piece).span)
            reading: while true {
                switch reader.next() {
                case .needsMore: break reading
                case .head(let head): seen.append("head \(head.method) \(head.path)")
                case .request(let head, let body): seen.append("request \(head.path) \(head.headers) \(body)")
                case .refused(let refusal): seen.append("refused \(refusal.status) \(refusal.detail)")
                }
            }
        }
        return seen
    }

    private static let streams =
        HTTPHostileTests.cases.map(\.bytes) + [
            "\r\nGET /a HTTP/1.1\r\nHost: t\r\n\r\nPOST /b HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nhelloGET /c HTTP/1.0\r\n\r\n",
            HTTPHostileTests.chunked("5;x\r\nhello\r\n1\r\n!\r\n0\r\nT: 1\r\n\r\n") + HTTPHostileTests.next,
        ]

    @Test(arguments: [1, 2, 3] as [UInt64])
    func understandsTheSameHoweverTheBytesAreCut(seed: UInt64) {
        var state = seed
        for stream in Self.streams {
            let bytes = Array(stream.utf8)
            var pieces: [ArraySlice<UInt8>] = []
            var start = 0
            while start < bytes.count {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let end = min(bytes.count, start + 1 + Int(state >> 33) % (seed == 1 ? 2 : 40))
                pieces.append(bytes[start..<end])
                start = end
            }
            let whole = events([bytes[...]])
            #expect(!whole.isEmpty)
            #expect(events(pieces) == whole, "seed \(seed), stream \(stream.prefix(100))")
        }
    }

    @Test func readsOverNoiseWithoutEndOrCrash() {
        var state: UInt64 = 20_261
        let alphabet = Array("GPOST /?%20 HTTP/1.1\r\n\r\nHost: a\0\t;,chunked0Ff".utf8)
        for _ in 0..<2000 {
            let bytes = (0..<200).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return alphabet[Int(state >> 33) % alphabet.count]
            }
            // Noise may hold no more than one refusal, and nothing after it.
            let seen = events([bytes[...]])
            #expect(seen.dropLast().allSatisfy { !$0.hasPrefix("refused") }, "seed 20261")
        }
    }

    @Test func writesDatesAsTheCLibraryDoes() {
        #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(1_709_164_800) == "Thu, 29 Feb 2024 00:00:00 GMT")
        for seconds in stride(from: 0, to: 4_200_000_000, by: 86_400 * 13 + 3607) {
            var time = time_t(seconds)
            var parts = unsafe tm()
            unsafe gmtime_r(&time, &parts)
            var text = [CChar](repeating: 0, count: 64)
            let count = unsafe strftime(&text, 64, "%a, %d %b %Y %H:%M:%S GMT", &parts)
            #expect(HTTPDate.text(seconds) == String(decoding: text[..<count].map { UInt8($0) }, as: UTF8.self))
        }
    }

    @Test(arguments: [
        ("http://localhost:1/", true), ("http://a.localhost/", true), ("http://127.0.0.1/", true),
        ("http://127.9.9.9:80/x", true), ("http://[::1]:80/", true), ("https://example.com/127.0.0.1", false),
        ("https://localhost.example.com/", false), ("http://user@example.com/", false),
        ("http://127.0.0.1@example.com/", false), ("http://127.example.com/", false), ("not a url", false),
    ])
    func tellsThisMachineFromOthers(url: String, isLoopback: Bool) {
        #expect(HTTPTransfer.isLoopback(url) == isLoopback)
    }
}
