import Economics
import Ledger
import Platform
import Policy

extension Service {
    /// `GET /v1/profiles/{name}/projection?days&format`: what each threshold would have saved and risked, as JSON, text or
    /// SVG.
    func projection(_ request: HTTPRequest, name: String) async throws(Problem) -> HTTPResponse {
        _ = try caller(of: request, needs: .admin)
        guard let snapshot = policies.snapshot(of: name) else { throw .noProfile(name) }
        let asked = request.queryItem("days") ?? "7"
        guard let days = Int(asked), (1...366).contains(days) else {
            throw Problem(.invalidField, "days must be 1...366, found `\(asked.printable)`")
        }
        let format = request.queryItem("format") ?? "json"
        guard ["json", "text", "svg"].contains(format) else {
            throw Problem(.invalidField, "format must be json, text or svg, found `\(format.printable)`")
        }
        do {
            let report = try await ProjectionReport.made(
                profile: snapshot.profile,
                days: days,
                store: store,
                now: clock.now()
            )
            switch format {
            case "text": return HTTPResponse(text: try report.text() + "\n", type: "text/plain; charset=utf-8")
            case "svg": return HTTPResponse(text: report.svg(), type: "image/svg+xml")
            default: return HTTPResponse(json: report.json)
            }
        } catch {
            log.error("projection not made", [("cause", .text("\(error)"))])
            throw .ledgerUnavailable
        }
    }
}
