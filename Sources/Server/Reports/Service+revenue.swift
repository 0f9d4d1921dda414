import Documents
import Ledger
import Platform
import Revenue

extension Service {
    /// `POST /v1/revenue`: impression events of a client, or rows of networks' reports from an administrator. Sent again,
    /// nothing changes.
    func revenue(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        let caller = try caller(of: request, needs: .client)
        let read = DocumentReader.read(request.body, file: "request", dialect: .json)
        guard let root = read.root, root.object != nil else {
            throw Problem(.invalidJSON, read.diagnostics.first?.message ?? "an object is expected")
        }
        if root["rows"] != nil {
            guard caller.scope == .admin else {
                throw Problem(.forbidden, "rows of reports take a key of scope `admin`")
            }
            return try await takeRevenue(root, fx: "")
        }
        let known = Set(policies.snapshots.map(\.profile.name))
        let now = clock.now()
        do {
            let events = try RevenueDesk.events(root, profile: caller.profile, known: known, now: now)
            let new = try await store.add(events, at: now)
            return HTTPResponse(json: ["added": .integer(Int64(new)), "known": .integer(Int64(events.count - new))])
        } catch let error as RevenueError {
            throw Problem(.invalidRevenue, error.message)
        } catch {
            throw Problem(.ledgerUnavailable, "the ledger could not take the events")
        }
    }

    /// Rows in our own form. `fx`: rates as CSV; empty: none.
    func takeRevenue(_ root: DocumentNode, fx: String) async throws(Problem) -> HTTPResponse {
        let now = clock.now()
        do {
            let rows = try CanonicalFile.rows(
                json: RevenueJSON(root: root, name: "rows"),
                ImportOptions(known: Set(policies.snapshots.map(\.profile.name)), asOf: now)
            )
            let rates = try fx.isEmpty ? ExchangeRates.none : ExchangeRates(csv: Array(fx.utf8), name: "fx")
            return HTTPResponse(json: try await RevenueDesk(store: store).take(rows, rates: rates, at: now).json)
        } catch let error as RevenueError {
            throw Problem(.invalidRevenue, error.message)
        } catch let error as LedgerError {
            throw error.code == .duplicate
                ? Problem(.revenueCovered, error.message)
                : Problem(.ledgerUnavailable, "the ledger could not take the rows")
        } catch {
            throw Problem(.invalidRevenue, "\(error)")
        }
    }
}
