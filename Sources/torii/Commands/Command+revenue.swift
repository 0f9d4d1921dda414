import Documents
import Economics
import Ledger
import Platform
import Revenue
import SQLiteLedger
import Server

extension Command {
    static let revenueImport = Command(
        words: ["revenue", "import"],
        group: .money,
        summary: "take an ad network's report into the ledger; what changed since becomes an edition",
        operands: "FILE",
        options: [
            .data, .json,
            Option(
                name: "format",
                value: "KIND",
                summary: "canonical (default), admob, max, levelplay, csv",
                choices: RevenueFormat.allCases.map(\.rawValue)
            ),
            Option(name: "profile", value: "P", summary: "whose revenue it is; else the report's platform says so"),
            Option(name: "platforms", value: "NAME=P", summary: "the profile of a platform", repeats: true),
            Option(name: "map", value: "PART=COLUMN", summary: "which column is what, for csv", repeats: true),
            Option(name: "currency", value: "CODE", summary: "where the report does not name it, such as USD"),
            Option(name: "time-zone", value: "ZONE", summary: "whose days it tells of, such as America/Los_Angeles"),
            Option(name: "source", value: "NAME", summary: "who says so (default: by the format)"),
            Option(
                name: "status",
                value: "WORD",
                summary: "estimated (default) or final",
                choices: ["estimated", "final"]
            ),
            Option(name: "as-of", value: "TIME", summary: "when the source said so (default: now)"),
            Option(name: "fx", value: "FILE", summary: "rates to USD: date,from,to,rate,source"),
        ],
        examples: [
            (
                "torii revenue import --data data --format admob report.json",
                "an AdMob network report, as the API gives it"
            ),
            (
                "torii revenue import --data data --format csv --map date=Date --map impressions=Impressions"
                    + " --map revenue='Est. earnings (USD)' --currency USD --time-zone America/Los_Angeles --profile ios x.csv",
                "any CSV, by its headings"
            ),
        ]
    ) { invocation throws(Stop) in
        guard let path = invocation.operands.first, invocation.operands.count == 1 else {
            throw .usage("say which file: torii revenue import FILE")
        }
        let format = RevenueFormat(rawValue: invocation.value("format") ?? "canonical") ?? .canonical
        let rates = try invocation.value("fx").map { path throws(Stop) in
            (path: path, bytes: try failing { () throws(RevenueError) in try content(path) })
        }
        let rows = try failing { () throws(RevenueError) in
            try format.rows(try content(path), name: path, options: options(invocation))
        }
        try await take(rows, fx: rates, invocation)
        return .done
    }

    static let revenueClose = Command(
        words: ["revenue", "close"],
        group: .money,
        summary: "enter what a closed month paid; the difference is laid on its days as adjustments",
        options: [
            .data, .json, Option(name: "month", value: "M", summary: "such as 2026-10"),
            Option(name: "source", value: "NAME", summary: "whose month, such as admob.network"),
            Option(name: "total", value: "AMOUNT", summary: "what the account was paid, such as '2971.37 USD'"),
        ],
        examples: [
            (
                "torii revenue close --data data --month 2026-10 --source admob.network --total '2971.37 USD'",
                "deductions come for the account as a whole; days get their share of them"
            )
        ]
    ) { invocation throws(Stop) in
        let month = try invocation.required("month")
        guard let first = CivilDate(month + "-01") else {
            throw .usage("--month must be a month such as 2026-10, found `\(month)`")
        }
        let source = try invocation.required("source")
        let amount = try invocation.required("total")
        let total: Money
        do throws(EconomicsError) {
            total = try Money(parsing: amount)
        } catch {
            throw .usage("--total: \(error.message)")
        }
        guard total.nanoUSD % 1_000 == 0 else { throw .usage("--total has more than six decimals") }
        let editions = try await editions(from: first, end: first.startOfNextMonth, invocation)
        let rows = try failing { () throws(RevenueError) in
            try MonthClose.adjustments(
                total: total.nanoUSD / 1_000,
                currency: "USD",
                of: editions.latest.filter { $0.key.source == source },
                asOf: WallClock.system.now()
            )
        }
        try await take(rows, fx: nil, invocation)
        return .done
    }

    static let revenueExport = Command(
        words: ["revenue", "export"],
        group: .money,
        summary: "write the latest edition of every figure in our own form, which import reads back",
        options: [
            .data, Option(name: "from", value: "D", summary: "first day (default: this month)"),
            Option(name: "to", value: "D", summary: "last day, included (default: today)"), .json,
        ],
        examples: [("torii revenue export --data data --from 2026-10 --to 2026-10", "CSV; --json for JSON")]
    ) { invocation throws(Stop) in
        let query: EconomicsReport.Query
        do throws(ReportQueryError) {
            query = try EconomicsReport.Query(
                from: invocation.value("from"),
                to: invocation.value("to"),
                by: nil,
                profile: nil,
                today: CivilDate(at: WallClock.system.now(), in: .utc)
            )
        } catch {
            throw .usage(error.message)
        }
        let rows = try await editions(from: query.from, end: query.end, invocation).latest
        if invocation.has("json") {
            invocation.console.out(CanonicalFile.json(rows).text())
        } else {
            invocation.console.raw(CanonicalFile.csv(rows))
        }
        return .done
    }

    private static func options(_ invocation: Invocation) throws(RevenueError) -> ImportOptions {
        var options = try ImportOptions(
            platforms: invocation.values["platforms"] ?? [],
            mapping: invocation.values["map"] ?? [],
            asOf: invocation.value("as-of"),
            now: WallClock.system.now()
        )
        options.profile = invocation.value("profile")
        options.currency = invocation.value("currency")
        options.timeZone = invocation.value("time-zone")
        options.source = invocation.value("source")
        options.status = invocation.value("status") == "final" ? .final : .estimated
        return options
    }

    private static func content(_ path: String) throws(RevenueError) -> [UInt8] {
        do throws(PlatformError) {
            return try FileContent.read(path, orPipe: true)
        } catch {
            throw RevenueError(.syntax, error.message)
        }
    }

    private static func failing<Value>(_ body: () throws(RevenueError) -> Value) throws(Stop) -> Value {
        do throws(RevenueError) {
            return try body()
        } catch {
            throw .failed(error.message)
        }
    }

    private static func editions(
        from: CivilDate,
        end: CivilDate,
        _ invocation: Invocation
    ) async throws(Stop) -> [RevenueEdition] {
        let store = try await DataFolder.reading(try invocation.required("data"))
        let found: Result<[RevenueEdition], LedgerError>
        do throws(LedgerError) {
            found = .success(try await store.revenueEditions(SnapshotQuery.Days(from: from, end: end)))
        } catch {
            found = .failure(error)
        }
        await store.close()
        return try await stopping { () throws(LedgerError) in try found.get() }
    }

    /// Through the running server, else into the ledger.
    private static func take(
        _ rows: [RevenueRow],
        fx: (path: String, bytes: [UInt8])?,
        _ invocation: Invocation
    ) async throws(Stop) {
        let rates = try failing { () throws(RevenueError) in
            try fx.map { fx throws(RevenueError) in try ExchangeRates(csv: fx.bytes, name: fx.path) } ?? .none
        }
        switch try await DataFolder.writing(
            try invocation.required("data"),
            console: invocation.console,
            mayCreate: false
        ) {
        case .server(let control):
            let answer = try await control.answer(
                "revenue/import",
                [
                    "rows": CanonicalFile.json(rows),
                    "fx": .string(fx.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""),
                ]
            )
            show(JSON(answer), invocation)
        case .store(let store):
            let done: Result<RevenueImport, Stop>
            do {
                done = .success(
                    try await RevenueDesk(store: store).take(rows, rates: rates, at: WallClock.system.now())
                )
            } catch let error as RevenueError {
                done = .failure(.failed(error.message))
            } catch let error as LedgerError {
                done = .failure(.failed(error.message))
            } catch {
                done = .failure(.failed("\(error)"))
            }
            await store.close()
            show(try done.get().json, invocation)
        }
    }

    private static func show(_ report: JSON, _ invocation: Invocation) {
        invocation.console.out(invocation.has("json") ? report.text() : RevenueImport.text(of: report))
    }
}
