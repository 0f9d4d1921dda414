import Documents
import Platform

extension Service {
    /// `GET /v1/rollout[?format=text]`: the revision that is rolled out beside the one in force.
    func rollout(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        _ = try caller(of: request, needs: .read)
        let format = request.queryItem("format") ?? "json"
        guard ["json", "text"].contains(format) else {
            throw Problem(.invalidField, "`format` is json or text, found `\(format.printable)`")
        }
        let comparison: RolloutComparison?
        do {
            comparison = try await RolloutComparison.made(store: store, now: clock.now())
        } catch {
            log.error("roll-out not compared", [("cause", .text("\(error)"))])
            throw .ledgerUnavailable
        }
        guard let comparison else { throw Problem(.noRollout, PolicyDesk.Outcome.noRolloutMessage) }
        guard format == "text" else { return HTTPResponse(json: comparison.json()) }
        return HTTPResponse(text: comparison.text() + "\n", type: "text/plain; charset=utf-8")
    }
}
