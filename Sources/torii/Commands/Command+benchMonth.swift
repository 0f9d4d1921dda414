import Economics
import Ledger
import Platform
import Policy
import SQLiteLedger
import Server
import Workbench

extension Command {
    static let benchMonth = Command(
        words: ["bench", "month"],
        group: .care,
        summary: "write a made-up month into a new ledger; time its report, its dashboard, its clean-up",
        options: [
            .data, .policies,
            Option(name: "rows", value: "N", summary: "decisions to write (default 10000000, some 15 GB)"),
        ],
        examples: [("torii bench month --data /tmp/bench --policies policies", "remove the folder afterwards")]
    ) { invocation throws(Stop) in
        let data = try DataFolder.forBench(invocation.required("data"))
        let count = try invocation.integer("rows", in: 10_000...100_000_000, default: 10_000_000)
        let files = try PolicyFiles(folder: try invocation.required("policies"))
        _ = try files.set(invocation.console)
        // Of this hour's start, so that the month is whole hours and ends now.
        let end = Timestamp.seconds(WallClock.system.now().seconds / 3_600 * 3_600)
        let show: @Sendable (LedgerBenchmark.Figure) -> Void = { figure in
            invocation.console.out("\(figure.name.padded(to: 66))\(FigureNumber.text(figure.value))")
        }
        do {
            let store = try await SQLiteStore.open(folder: data)
            let start = ContinuousClock.now
            let written = try await MonthLoad.write(count, before: end, to: store)
            let took = (ContinuousClock.now - start) / .seconds(1)
            show(("decisions written", Double(written)))
            show(("  seconds", took))
            show(("  bytes of the ledger", Double(try await store.size().fileBytes)))
            let server = try await RunningServer(
                RunningServer.Configuration(geminiBaseURL: "http://127.0.0.1:9", geminiKey: "none", build: "bench"),
                store: store,
                firstPolicy: files.documents,
                clock: .system,
                log: .silent
            )
            for figure in try await MonthTimes(service: server.service, end: end).figures() { show(figure) }
            let horizon = end.advanced(bySeconds: -15 * 86_400)
            for figure in try await RetentionBenchmark.run(store, horizon: horizon, now: end) { show(figure) }
            await server.stop(grace: .seconds(1))
        } catch let error as StartError {
            throw .failed(error.message)
        } catch {
            throw .failed((error as? LedgerError)?.message ?? "\(error)")
        }
        return .done
    }
}

/// How long what people look at takes over a month.
private struct MonthTimes {
    let service: Service
    let end: Timestamp

    private static let rounds = 9

    func figures() async throws -> [LedgerBenchmark.Figure] {
        let days = (
            from: CivilDate(at: end, in: .utc).advanced(byDays: -MonthLoad.days), end: CivilDate(at: end, in: .utc).next
        )
        func report(_ dimensions: Set<EconomicsReport.Dimension>) async throws {
            let query = EconomicsReport.Query(from: days.from, end: days.end, dimensions: dimensions)
            _ = try await service.economics(query).text()
        }
        var figures: [LedgerBenchmark.Figure] = []
        figures += try await timed("report of the month by profile") { try await report([.profile]) }
        figures += try await timed("report by profile and day") { try await report([.profile, .day]) }
        figures += try await timed("report by profile and category") { try await report([.profile, .category]) }
        figures += try await timed("dashboard, a whole frame") {
            _ = try await service.dashboardSnapshot(profile: nil).text()
        }
        return figures
    }

    private func timed(
        _ name: String,
        _ body: () async throws -> Void
    ) async throws -> [LedgerBenchmark.Figure] {
        var times: [Double] = []
        for _ in 0..<Self.rounds {
            let start = ContinuousClock.now
            try await body()
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        return [
            ("\(name): first, milliseconds", times[0]),
            ("  median of \(Self.rounds)", times.sorted()[Self.rounds / 2]),
        ]
    }
}
