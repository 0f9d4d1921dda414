import Documents
import Economics
import Foundation
import Ledger
import Platform
import Policy
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
            .geminiBaseURL, .geminiCAFile,
            .json,
        ],
        examples: [
            (
                "torii batch submit photos/*.jpg --data data --profile ios",
                "through the running server when there is one; then: torii batch collect --data data"
            )
        ]
    ) { invocation throws(Stop) in
        guard !invocation.operands.isEmpty else { throw .usage("say which pictures: torii batch submit FILE…") }
        let paths = invocation.operands.map(DataFolder.absolute)
        let hours = Int64(try invocation.integer("deadline", in: 0...168, default: 24))
        let limits = BatchDesk.Limits(pictures: try invocation.integer("max-pictures", in: 1...5_000, default: 500))
        let profile = invocation.value("profile")
        return try await batch(invocation) { desk, policies throws(Stop) in
            let snapshot: PolicySnapshot
            do throws(Problem) {
                snapshot = try policies.snapshot(named: profile)
            } catch {
                throw .failed(error.detail)
            }
            let deadline = WallClock.system.now().advanced(bySeconds: hours * 3_600)
            return try await stopping { () throws(LedgerError) in
                try await desk.submit(paths, snapshot: snapshot, deadline: deadline, limits: limits)
            }
        } server: { control throws(Stop) in
            try await control.answer(
                "batch/submit",
                [
                    "paths": .array(paths.map { .string($0) }), "profile": profile.map { .string($0) } ?? .null,
                    "deadlineHours": .integer(hours), "maxPictures": .integer(Int64(limits.pictures)),
                ],
                within: longest
            )
        }
    }

    static let batchCollect = Command(
        words: ["batch", "collect"],
        group: .money,
        summary: "send deferred pictures, bring in what batches have answered, ask online for what they will not",
        options: [
            .data,
            .geminiBaseURL, .geminiCAFile,
            .json,
        ],
        examples: [("torii batch collect --data data", "now; a running server does it every minute by itself")]
    ) { invocation throws(Stop) in
        try await batch(invocation) { desk, _ throws(Stop) in
            let jobs = try await stopping { () throws(LedgerError) in
                try await desk.sendDeferred()
                return try await desk.collect()
            }
            return BatchDesk.Submission(jobs: jobs, refused: [])
        } server: { control throws(Stop) in
            try await control.answer("batch/collect", [:], within: longest)
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
        let ended =
            jobs.isEmpty
            ? try await stopping { () throws(LedgerError) in try await store.batches(open: false).count } : 0
        await store.close()
        show(
            jobs,
            none: ended > 0 ? "no batch is under way; --all shows \(ended) that ended" : "no batches",
            invocation
        )
        return .done
    }

    private static func show(_ jobs: [BatchDesk.Progress], none: String = "no batches", _ invocation: Invocation) {
        if invocation.has("json") {
            invocation.console.out(JSON.array(jobs.map(\.json)).text(pretty: true))
        } else if jobs.isEmpty {
            invocation.console.out(none)
        } else {
            for job in jobs { invocation.console.out(job.text) }
        }
    }

    /// How long a running server may be at a command: pictures asked for one by one take seconds each.
    private static let longest = Duration.seconds(4 * 3_600)

    /// Runs `alone` as the one writer of the data folder, or where a server is that has the server do it, and shows what
    /// became of the jobs.
    private static func batch(
        _ invocation: Invocation,
        alone: (BatchDesk, PolicyHolder) async throws(Stop) -> BatchDesk.Submission,
        server: (ServerControl) async throws(Stop) -> DocumentNode
    ) async throws(Stop) -> ExitCode {
        let done: BatchDesk.Submission
        let data = try invocation.required("data")
        let access = try await DataFolder.writing(
            data,
            console: invocation.console,
            // A first start needs policies: without them a folder without a ledger is a mistyped one.
            mayCreate: invocation.has("policies")
        )
        switch access {
        case .store(let store):
            done = try await LocalServer.run(
                on: store,
                policies: { () throws(Stop) in
                    try invocation.value("policies").map { path throws(Stop) in
                        try PolicyFiles(folder: path).documents
                    } ?? []
                },
                deferredIn: data,
                invocation
            ) { server throws(Stop) in
                try await alone(BatchDesk(gateway: server.service.gateway), server.service.policies)
            }
        case .server(let control):
            try invocation.refuseWhatAServerHas()
            let answer = try await server(control)
            let jobs = (answer["jobs"]?.array ?? []).compactMap { BatchDesk.Progress(json: $0) }
            done = BatchDesk.Submission(
                jobs: jobs,
                refused: (answer["refused"]?.array ?? []).map {
                    ($0["path"]?.string ?? "", $0["why"]?.string ?? "")
                },
                answered: Int(answer["answered"]?.integer ?? 0),
                repeated: Int(answer["repeated"]?.integer ?? 0)
            )
        }
        for (path, why) in done.refused { invocation.console.err("\(path): \(why)") }
        if done.answered > 0 {
            let pictures = done.answered == 1 ? "1 picture" : "\(done.answered) pictures"
            invocation.console.err("\(pictures) answered without the cloud: by the gate or from the cache")
        }
        if done.repeated > 0 {
            let pictures = done.repeated == 1 ? "1 picture is" : "\(done.repeated) pictures are"
            invocation.console.err("\(pictures) the same as one before: sent once")
        }
        show(done.jobs, invocation)
        return done.refused.isEmpty && done.jobs.allSatisfy(\.remark.isEmpty) ? .done : .failed
    }
}

extension BatchDesk.Progress {
    fileprivate var text: String {
        var text = "\(id)  \(state.rawValue.padded(to: 9))\(decided) of \(pictures) decided"
        if online > 0 { text += ", \(online) asked online" }
        if !remark.isEmpty { text += "  (\(remark))" }
        return text
    }
}
