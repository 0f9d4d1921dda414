package import Documents
import Economics
package import Ledger
import Platform
import Policy

extension Service {
    /// `GET /v1/events?since&limit&profile&kind&severity`: what operators were told of, oldest first. `since` is a moment
    /// or the `next` of an answer before; without it, the latest.
    func events(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        _ = try caller(of: request, needs: .read)
        let query = try EventQuery(request)
        if let profile = query.profile, policies.snapshot(of: profile) == nil {
            throw Problem(.unknownProfile, "there is no profile `\(profile.printable)`")
        }
        do {
            let events = try await store.events(query)
            var response = HTTPResponse(json: EventRecord.page(events, after: query.after))
            response.headers.append(("Cache-Control", "no-store"))
            return response
        } catch {
            log.error("events not read", [("cause", .text(error.message))])
            throw .ledgerUnavailable
        }
    }
}

extension EventRecord {
    /// One page of the feed: `torii.events/1`. `next` is the `since` that goes on behind it.
    package static func page(_ events: [EventRecord], after: Int64?) -> JSON {
        [
            "schema": "torii.events/1",
            "events": .array(events.map(\.json)),
            "next": .string(String(events.last?.number ?? after ?? 0)),
        ]
    }
}

extension EventQuery {
    fileprivate init(_ request: HTTPRequest) throws(Problem) {
        self.init()
        if let text = request.queryItem("since") {
            after = Int64(text).flatMap { $0 >= 0 ? $0 : nil }
            since = after == nil ? Timestamp(iso8601: text) : nil
            guard isFromStart else {
                throw Problem(
                    .invalidField,
                    "since must be a moment such as 2026-11-30T02:00:00Z or the `next` of an answer, "
                        + "found `\(text.printable)`"
                )
            }
        }
        if let text = request.queryItem("limit") {
            guard let number = Int(text), (1...1_000).contains(number) else {
                throw Problem(.invalidField, "limit must be 1...1000, found `\(text.printable)`")
            }
            limit = number
        }
        profile = request.queryItem("profile")
        kind = try Self.word("kind", of: request)
        severity = try Self.word("severity", of: request) ?? .info
    }

    private static func word<Word: RawRepresentable & CaseIterable>(
        _ name: String,
        of request: HTTPRequest
    ) throws(Problem) -> Word? where Word.RawValue == String {
        guard let text = request.queryItem(name) else { return nil }
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.invalidField, "\(name) must be one of \(known), found `\(text.printable)`")
        }
        return word
    }
}
