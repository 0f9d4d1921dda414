import Documents
import Economics
import Foundation
import Ledger
import Platform
import Policy
import SQLiteLedger
import Server
import Workbench

extension Command {
    static let batchSubmit = Command(
        words: ["batch", "submit"],
        group: .money,
        summary: "send pictures together: half the price, answers within a day",
        operands: "FILE…",
        options: [
            .data, .policies, .profile,
            Option(
                name: "deadline",
                value: "H",
                summary: "hours after which what is missing is asked online (default 24)"
            ),
            Option(name: "max-pictures", value: "N", summary: "a job may hold (default 500)"),
            Option(name: "gemini-base-url", value: "URL", summary: "another Gemini endpoint, such as an emulator's"),
            .json,
        ],
        examples: [
            ("torii batch submit photos/*.jpg --data data --profile ios", "then: torii batch collect --data data")
        ]
    ) { invocation throws(Stop) in
        guard !invocation.operands.isEmpty else { throw .usage("say which pictures: torii batch submit FILE…") }
        var pictures: [BatchDesk.Picture] = []
        for path in invocation.operands {
            do throws(PlatformError) {
                pictures.append(BatchDesk.Picture(path: absolute(path), bytes: try FileContent.read(path)))
            } catch {
                throw .failed(error.message)
            }
        }
        let hours = try invocation.integer("deadline", in: 0...168, default: 24)
        let limits = BatchDesk.Limits(pictures: try invocation.integer("max-pictures", in: 1...5_000, default: 500))
        let wanted = pictures
        return try await withDesk(invocation) { desk, server throws(Stop) in
            let names = server.service.policies.snapshots.map(\.profile.name)
            let name = invocation.value("profile") ?? names.min() ?? ""
            guard let snapshot = server.service.policies.snapshot(of: name) else {
                throw .failed(
                    "there is no profile `\(name)` in force; known: \(names.sorted().joined(separator: ", "))"
                )
            }
            let deadline = WallClock.system.now().advanced(bySeconds: Int64(hours) * 3_600)
            let (jobs, refused) = try await stopping { () throws(LedgerError) in
                try await desk.submit(wanted, snapshot: snapshot, deadline: deadline, limits: limits)
            }
            for (path, why) in refused { invocation.console.err("\(path): \(why)") }
            show(jobs, invocation)
            return refused.isEmpty && jobs.allSatisfy(\.remark.isEmpty) ? .done : .failed
        }
    }

    static let batchCollect = Command(
        words: ["batch", "collect"],
        group: .money,
        summary: "bring in what batches have answered; ask online for what they will not",
        options: [
            .data,
            Option(name: "gemini-base-url", value: "URL", summary: "another Gemini endpoint, such as an emulator's"),
            .json,
        ],
        examples: [("torii batch collect --data data", "again and again, such as every quarter of an hour")]
    ) { invocation throws(Stop) in
        try await withDesk(invocation) { desk, _ throws(Stop) in
            let jobs = try await stopping { () throws(LedgerError) in try await desk.collect() }
            show(jobs, invocation)
            return jobs.allSatisfy(\.remark.isEmpty) ? .done : .failed
        }
    }

    static let batchStatus = Command(
        words: ["batch", "status"],
        group: .money,
        summary: "where batches are, from the ledger alone",
        options: [.data, Option(name: "all", value: nil, summary: "those that are done too"), .json],
        examples: [("torii batch status --data data", "works beside a running server")]
    ) { invocation throws(Stop) in
        let store = try await DataFolder.reading(try invocation.required("data"))
        let jobs = try await stopping { () throws(LedgerError) in
            try await BatchDesk.status(store, open: !invocation.has("all"))
        }
        await store.close()
        show(jobs, invocation)
        return .done
    }

    /// The job may be collected from another folder.
    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    private static func show(_ jobs: [BatchDesk.Progress], _ invocation: Invocation) {
        if invocation.has("json") {
            invocation.console.out(JSON.array(jobs.map(\.json)).text(pretty: true))
        } else if jobs.isEmpty {
            invocation.console.out("no batches")
        } else {
            for job in jobs { invocation.console.out(job.text) }
        }
    }

    /// Runs `body` as the one writer of the data folder.
    private static func withDesk(
        _ invocation: Invocation,
        _ body: (BatchDesk, RunningServer) async throws(Stop) -> ExitCode
    ) async throws(Stop) -> ExitCode {
        let endpoint = try GeminiEndpoint.chosen(baseURL: invocation.value("gemini-base-url"))
        if endpoint.emulator != nil { invocation.console.err("EMULATED: no GEMINI_API_KEY, the emulator answers") }
        let server = try await batchServer(invocation, endpoint: endpoint)
        let code: ExitCode
        do throws(Stop) {
            code = try await body(BatchDesk(gateway: server.service.gateway), server)
        } catch {
            await server.stop(grace: .zero)
            await endpoint.emulator?.stop()
            throw error
        }
        await server.stop(grace: .seconds(5))
        await endpoint.emulator?.stop()
        return code
    }

    private static func batchServer(
        _ invocation: Invocation,
        endpoint: GeminiEndpoint
    ) async throws(Stop) -> RunningServer {
        let folder = try invocation.required("data")
        let documents = try invocation.value("policies").map { path throws(Stop) in
            try PolicyFiles(folder: path).documents
        }
        do {
            let store = try await SQLiteStore.open(folder: folder)
            do {
                return try await RunningServer(
                    RunningServer.Configuration(
                        geminiBaseURL: endpoint.baseURL,
                        geminiKey: endpoint.key,
                        build: Version.current
                    ),
                    store: store,
                    firstPolicy: documents ?? [],
                    clock: .system,
                    log: .silent
                )
            } catch {
                await store.close()
                throw error
            }
        } catch let error as LedgerError where error.code == .locked {
            throw Stop(code: .moved, message: "\(error.message): stop that server first")
        } catch {
            throw .failed((error as? StartError)?.message ?? "\(error)")
        }
    }
}

extension BatchDesk.Progress {
    fileprivate var json: JSON {
        [
            "id": .string(id), "state": .string(state.rawValue), "pictures": .integer(Int64(pictures)),
            "decided": .integer(Int64(decided)), "online": .integer(Int64(online)), "remark": .string(remark),
        ]
    }

    fileprivate var text: String {
        var text = "\(id)  \(state.rawValue.padded(to: 9))\(decided) of \(pictures) decided"
        if online > 0 { text += ", \(online) asked online" }
        if !remark.isEmpty { text += "  (\(remark))" }
        return text
    }
}
