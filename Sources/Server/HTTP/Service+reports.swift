import Documents
import Economics
import Platform
package import Policy

extension Service {
    /// `GET /v1/reports/economics?from&to&by&profile&against&format`; for text also `width` and `exact`
    func economics(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        _ = try caller(of: request, needs: .read)
        let query = try reportQuery(of: request)
        let format = try reportFormat(of: request)
        let width = try request.width
        do {
            let report = try await economics(query)
            switch format {
            case .json: return HTTPResponse(json: try report.json())
            case .csv: return HTTPResponse(text: try report.csv(), type: "text/csv; charset=utf-8")
            case .html:
                let html = try report.html()
                return HTTPResponse(text: html, type: "text/html; charset=utf-8")
            case .text:
                var text = try report.text(width: width, exact: request.queryItem("exact") != nil)
                if isClockSimulated { text = "SIMULATED CLOCK\n" + text }
                return HTTPResponse(text: text + "\n", type: "text/plain; charset=utf-8")
            }
        } catch let error as ReportQueryError {
            throw Problem(.unknownProfile, error.message)
        } catch {
            log.error("report not made", [("cause", .text("\(error)"))])
            throw .ledgerUnavailable
        }
    }

    /// `GET /v1/reports/parity?from&to&profile&format`: as text or JSON.
    func parity(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        _ = try caller(of: request, needs: .read)
        let query = try reportQuery(of: request)
        let format = try reportFormat(of: request)
        guard format == .json || format == .text else {
            throw Problem(.invalidField, "format must be text or json, found `\(format.rawValue)`")
        }
        if let profile = query.profile, policies.snapshot(of: profile) == nil {
            throw Problem(.unknownProfile, "there is no profile `\(profile.printable)`")
        }
        do {
            let report = try await ParityReport.made(
                query,
                store: store,
                snapshots: policies.snapshots,
                now: clock.now()
            )
            return format == .json
                ? HTTPResponse(json: report.json)
                : HTTPResponse(text: report.text + "\n", type: "text/plain; charset=utf-8")
        } catch {
            log.error("report not made", [("cause", .text(error.message))])
            throw .ledgerUnavailable
        }
    }

    private func reportQuery(of request: HTTPRequest) throws(Problem) -> EconomicsReport.Query {
        do {
            return try EconomicsReport.Query(
                from: request.queryItem("from"),
                to: request.queryItem("to"),
                by: request.queryItem("by"),
                profile: request.queryItem("profile"),
                against: request.queryItem("against"),
                today: CivilDate(at: clock.now(), in: policies.snapshots.first?.zone ?? .utc)
            )
        } catch {
            throw Problem(.invalidField, error.message)
        }
    }

    /// Cost against revenue under the profiles in force. Throws `LedgerError`, `EconomicsError`, or `ReportQueryError` for
    /// a profile nobody has.
    package func economics(_ query: EconomicsReport.Query) async throws -> EconomicsReport {
        try await EconomicsReport.made(
            query,
            store: store,
            profiles: profileTerms,
            now: clock.now()
        )
    }

    var profileTerms: [EconomicsReport.ProfileTerms] { policies.snapshots.map(EconomicsReport.ProfileTerms.init) }

    private func reportFormat(of request: HTTPRequest) throws(Problem) -> EconomicsReport.Format {
        if let named = request.queryItem("format") {
            guard let format = EconomicsReport.Format(rawValue: named) else {
                throw Problem(
                    .invalidField,
                    "format must be text, json, csv or html, found `\(named.printable)`"
                )
            }
            return format
        }
        let accepted = request.header("accept") ?? ""
        if accepted.contains("application/json") { return .json }
        return accepted.contains("text/csv") ? .csv : .text
    }
}

extension HTTPRequest {
    /// Of the screen the text is for: 40...200 cells, 100 unless `width` says otherwise. What is narrower or wider is
    /// brought into the range; what is no number is refused.
    var width: Int {
        get throws(Problem) {
            guard let text = queryItem("width") else { return 100 }
            guard let width = Int(text) else {
                throw Problem(
                    .invalidField,
                    "width must be a number of cells such as 100, found `\(text.printable)`"
                )
            }
            return min(max(width, 40), 200)
        }
    }
}

extension HTTPResponse {
    init(text: String, type: String) {
        self.init(
            status: 200,
            headers: [("Content-Type", type), ("Cache-Control", "no-store")],
            body: .bytes(Array(text.utf8))
        )
    }
}

extension EconomicsReport {
    package enum Format: String, Sendable, CaseIterable { case text, json, csv, html }
}

extension EconomicsReport.ProfileTerms {
    package init(_ snapshot: PolicySnapshot) {
        self.init(
            name: snapshot.profile.name,
            zone: snapshot.zone,
            target: snapshot.profile.target.sendRate,
            maxShareOfRevenue: snapshot.profile.budget.maxShareOfRevenue,
            daily: snapshot.profile.budget.daily,
            monthly: snapshot.profile.budget.monthly,
            ecpm: snapshot.profile.revenue.ecpm
        )
    }
}
