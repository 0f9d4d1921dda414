import Economics
import Foundation
import Ledger
import OwnPictures
import Platform
import Policy
import SQLiteLedger
import Server
import Workbench

extension Command {
    static let serve = Command(
        words: ["serve"],
        group: .run,
        summary: "run the server",
        options: [
            Option(
                name: "port",
                value: "N",
                summary: "TCP port (default 8080; 0: any free one)",
                isSetting: true,
                standard: "8080"
            ),
            Option(
                name: "host",
                value: "ADDRESS",
                summary: "address to listen on (default 127.0.0.1)",
                isSetting: true,
                standard: "127.0.0.1"
            ),
            .data, .policies,
            Option(
                name: "dashboards",
                value: "DIR",
                summary: "dashboard documents (default: ./dashboards if it is there)",
                isSetting: true
            ),
            Option(
                name: "watchers",
                value: "N",
                summary: "live dashboards at once, 0...10000 (default 64)",
                isSetting: true,
                standard: "64"
            ),
            Option(
                name: "watermark-key",
                value: "FILE",
                summary: "the secret of the mark your own pictures carry",
                isSetting: true
            ),
            .tlsCertificate, .tlsKey, .geminiBaseURL, .geminiCAFile,
            Option(
                name: "otlp-endpoint",
                value: "URL",
                summary: "tell a trace collector of uploads, such as http://127.0.0.1:4318 (OTLP over HTTP, JSON)",
                isSetting: true
            ),
            Option(
                name: "otlp-share",
                value: "SHARE",
                summary: "of uploads whose client does not trace, 0...1 (default 1)",
                isSetting: true,
                standard: "1"
            ),
            Option(
                name: "keep",
                value: "DAYS",
                summary: "keep single rows so long, at least 9 (default 400); reports stay",
                isSetting: true,
                standard: "400"
            ),
            Option(name: "keep-gib", value: "N", summary: "and no more than so many GiB of them", isSetting: true),
            Option(name: "clock", value: "TIME", summary: "start the clock there and let it run; emulator only"),
        ],
        examples: [
            ("torii serve --port 8080 --data data --policies policies", "with GEMINI_API_KEY set: the real API"),
            (
                "torii serve --host 0.0.0.0 --port 8443 --tls-certificate fullchain.pem --tls-key privkey.pem …",
                "HTTPS; a renewed pair is taken up by itself"
            ),
            ("torii serve --data data --policies policies", "without a key: the emulator, and it says so"),
            ("torii serve --data demo --policies policies --clock 2026-11-30T14:59:30Z", "midnight in Tokyo is near"),
        ]
    ) { invocation throws(Stop) in
        let data = try invocation.required("data")
        let clock = try clock(invocation)
        let endpoint = try GeminiEndpoint.chosen(invocation, clock: clock ?? .system)
        guard clock == nil || endpoint.isLoopback else {
            throw .usage("--clock needs the emulator or a --gemini-base-url of this machine: bills follow real time")
        }
        let log = Log.standardError()
        let watermarkKey = try invocation.value("watermark-key").map { path throws(Stop) in
            try Stop.failing { () throws(WorkbenchError) in try WatermarkKey.read(path) }
        }
        let tls = try TLSFiles.identity(invocation)
        let configuration = RunningServer.Configuration(
            host: try invocation.required("host"),
            port: try invocation.integer("port", in: 0...65_535),
            tls: tls,
            data: data,
            geminiBaseURL: endpoint.baseURL,
            geminiKey: endpoint.key,
            geminiCAFile: endpoint.caFile,
            dashboards: invocation.value("dashboards") ?? (FolderContent.exists("dashboards") ? "dashboards" : nil),
            watermarkKey: watermarkKey,
            watchers: try invocation.integer("watchers", in: 0...10_000),
            keptRows: KeptRows(
                seconds: Int64(try invocation.integer("keep", in: 9...36_500)) * 86_400,
                bytes: try invocation.value("keep-gib").map { _ throws(Stop) in
                    try invocation.integer("keep-gib", in: 1...16_384, default: 1) << 30
                }
            ),
            traces: try TraceSettings.target(invocation),
            isClockSimulated: clock != nil,
            build: Version.current
        )
        let server = try await started(configuration, clock: clock ?? .system, invocation: invocation, log: log)
        announce(server, endpoint: endpoint, configuration, invocation)
        let probing = endpoint.emulator == nil ? probe(server, console: invocation.console) : nil
        let files = BlockingPool(threads: 1, name: "torii-reread")
        for await signal in invocation.signals?.events ?? .finished {
            if signal == .reload {
                // Beside this loop: whatever a file system makes of it, the next signal is heard.
                Task {
                    await files.run { reread(invocation, server: server, log: log) }
                    await server.rereadIdentity()
                }
                continue
            }
            log.info("draining", [("signal", .text(signal.rawValue))])
            break
        }
        probing?.cancel()
        await server.stop(grace: .seconds(30))
        await endpoint.emulator?.stop()
        log.info("stopped")
        return .done
    }

    private static func started(
        _ configuration: RunningServer.Configuration,
        clock: WallClock,
        invocation: Invocation,
        log: Log
    ) async throws(Stop) -> RunningServer {
        let folder = invocation.value("policies")
        let data = configuration.data ?? ""
        // Before the ledger: a mistyped folder must not leave an empty ledger behind.
        let documents: [PolicyDocument]
        do throws(PlatformError) {
            documents = try folder.map { path throws(PlatformError) in try PolicyFolder.documents(in: path) } ?? []
        } catch {
            throw .failed(error.message)
        }
        let store: SQLiteStore
        do {
            store = try await SQLiteStore.open(folder: data)
        } catch {
            throw Stop(code: error.code == .locked ? .moved : .failed, message: error.message)
        }
        do {
            return try await RunningServer(
                configuration,
                store: store,
                firstPolicy: documents,
                clock: clock,
                log: log
            )
        } catch {
            await store.close()
            if error.diagnostics.contains(where: { $0.code.hasPrefix("dashboard.") }) {
                for mistake in error.diagnostics {
                    let place = mistake.start.map { ":\($0.line):\($0.column)" } ?? ""
                    invocation.console.err("\(mistake.file)\(place): error: \(mistake.message)")
                }
            } else if !error.diagnostics.isEmpty, let folder {
                let files = try PolicyFiles(folder: folder)
                invocation.console.err(files.rendered)
            }
            throw .failed(error.message)
        }
    }

    /// Beside the serving: a slow network must not hold up the start.
    private static func probe(_ server: RunningServer, console: Console) -> Task<Void, Never> {
        Task {
            switch await server.probeKey() {
            case .ok: break
            case .auth(let why): console.err("the Gemini API does not take the key, nothing is sent: \(why)")
            case .unreachable(let why): console.err("the Gemini API was not reached with the key: \(why)")
            }
        }
    }

    /// Where `--clock` starts; nil without it.
    private static func clock(_ invocation: Invocation) throws(Stop) -> WallClock? {
        guard let text = invocation.value("clock") else { return nil }
        guard let start = Timestamp(iso8601: text) else {
            throw .usage("--clock must be a moment such as 2026-11-30T14:59:30Z, found `\(text)`")
        }
        return .starting(at: start)
    }

    private static func announce(
        _ server: RunningServer,
        endpoint: GeminiEndpoint,
        _ configuration: RunningServer.Configuration,
        _ invocation: Invocation
    ) {
        let console = invocation.console
        let base = "\(configuration.tls == nil ? "http" : "https")://\(configuration.host):\(server.port)"
        if server.service.isClockSimulated {
            console.out("SIMULATED CLOCK: it is \(server.service.clock.now().iso8601) here")
        }
        console.out("torii \(Version.current): \(base)/dashboard")
        if let warning = configuration.tls.flatMap({ TLSFiles.warning($0) }) { console.err(warning) }
        if endpoint.emulator != nil {
            console.out("EMULATED: no GEMINI_API_KEY, so classifications come from the emulator at \(endpoint.baseURL)")
        } else {
            let kind = configuration.origin == "emulator" ? "EMULATED: " : ""
            let key = endpoint.key.isEmpty ? "without a key" : "with the key given"
            console.out("\(kind)classifications come from \(endpoint.baseURL), asked \(key)")
        }
        if let freeze = server.service.gateway.spending.freeze {
            console.out(
                "FROZEN since \(freeze.at.iso8601) by \(freeze.by): \(freeze.reason); no call is made until `torii thaw`"
            )
        }
        if server.recovery.holdsSettled > 0 {
            console.out(
                "recovered: \(server.recovery.holdsSettled) holds of a crash settled in full, flagged uncertain"
            )
        }
        if server.service.keyring.isEmpty {
            console.out("no API keys yet: torii keys create --data … --scope client --name my-app")
        }
        let profiles = server.service.policies.snapshots.map(\.profile.name).joined(separator: ", ")
        console.out("policy r\(server.service.policies.revision): \(profiles)")
        if let folder = invocation.value("policies"), let files = try? PolicyFiles(folder: folder) {
            // A folder that cannot be read any more is none to compare with: the revision is what counts.
            let differing = differing(files, server: server)
            if !differing.isEmpty {
                console.out(
                    "not in force: \(differing.joined(separator: ", ")) of \(folder) differ from "
                        + "r\(server.service.policies.revision); see torii policy diff, then torii policy apply"
                )
            }
        }
        console.out("ready")
    }

    /// Paths of documents that are not in the folder as they are in force.
    private static func differing(_ files: PolicyFiles, server: RunningServer) -> [String] {
        let live = server.service.policies.snapshots.first?.set.documents ?? []
        return files.documents.filter { !live.contains($0) }.map(\.path)
            + live.map(\.path).filter { path in !files.documents.contains { $0.path == path } }
    }

    /// Files are proposals: a hang-up reports how they differ from what is live, and changes nothing.
    private static func reread(_ invocation: Invocation, server: RunningServer, log: Log) {
        guard let folder = invocation.value("policies") else { return }
        do {
            let files = try PolicyFiles(folder: folder)
            let differing = differing(files, server: server)
            log.info(
                "policy files read again; nothing applied",
                [
                    ("errors", .integer(Int64(files.errors))),
                    ("differ", .text(differing.joined(separator: ", "))),
                ]
            )
        } catch {
            log.error("policy files not read", [("cause", .text(error.message))])
        }
    }
}

extension AsyncStream {
    /// A stream that has ended.
    static var finished: AsyncStream { AsyncStream { $0.finish() } }
}
