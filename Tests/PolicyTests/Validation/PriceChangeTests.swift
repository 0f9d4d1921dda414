import Economics
import Testing

@testable import Policy

@Suite("Prices that change")
struct PriceChangeTests {
    /// The price book of the tree, the model of one profile replaced, read on a day.
    private func remarks(model: String, on day: String, tier: String = "standard") throws -> [String] {
        let documents = try PolicyFolder.shipped().map { document in
            guard document.path == "ios.json5" else { return document }
            let text = String(decoding: document.bytes, as: UTF8.self)
                .replacing(#/model: "[a-z0-9.-]+"/#, with: "model: \"\(model)\"")
                .replacing(#/tier: "[a-z]+"/#, with: "tier: \"\(tier)\"")
            return PolicyDocument(path: document.path, bytes: Array(text.utf8))
        }
        let now = try #require(Timestamp(iso8601: "\(day)T12:00:00Z"))
        return PolicyReader.read(documents, knownZones: PolicyFolder.zones, now: now).diagnostics
            .filter { $0.code == PolicyCode.priceChange.rawValue && $0.file == "ios.json5" }
            .map(\.message)
    }

    /// The introductory prices of 2026 are half of those from 2027 on.
    @Test(arguments: ["gemini-3.6-flash", "gemini-3.7-flash", "gemini-3.8-flash"])
    func warnsOfTheEndOfAnIntroductoryPrice(model: String) throws {
        #expect(
            try remarks(model: model, on: "2026-11-30") == [
                "the standard price of `\(model)` changes on 2027-01-01: input 0.75 USD -> 1.50 USD, "
                    + "cached 0.075 USD -> 1.50 USD, output 3.75 USD -> 7.50 USD"
            ]
        )
        #expect(try remarks(model: model, on: "2027-01-01") == [])
    }

    @Test func saysNothingOfAPriceThatStays() throws {
        #expect(try remarks(model: "gemini-3.5-flash-lite", on: "2026-11-30") == [])
    }

    /// Half a year: the first moment at which there is anything to say.
    @Test func warnsHalfAYearAhead() throws {
        var folder = PolicyFolder.valid
        folder = try #require(
            folder.replacing("until: \"2029-01-01\"", by: "until: \"2027-05-29\"", in: "prices.json5")
        )
        folder = try #require(folder.replacing("from: \"2029-01-01\"", by: "from: \"2027-05-29\"", in: "prices.json5"))
        func codes(_ now: Timestamp) -> [String] { folder.read(now: now).diagnostics.map(\.code) }
        let first = try #require(Timestamp(iso8601: "2026-11-30T00:00:00Z"))
        #expect(codes(first) == ["policy.price-change"])
        #expect(codes(Timestamp(microseconds: first.microseconds - 1)) == [])
    }
}
