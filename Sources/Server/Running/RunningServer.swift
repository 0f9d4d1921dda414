package import Documents
import Economics
import Gate
package import Gemini
package import Ledger
import OwnPictures
package import Platform
package import Policy

/// A whole server: ledger recovered, policy in force, sockets open. `torii serve`, the demo and tests start the same.
package final class RunningServer: Sendable {
    package let service: Service
    package let recovery: Recovery
    package let port: Int
    private let servers: [HTTPServer]
    private let http: HTTPClient
    /// Of streams alone: readers that are slow hold up no other call.
    private let streams: HTTPClient
    private let client: GeminiClient
    private let store: any LedgerStore
    /// What runs from time to time, until cancelled.
    private let upkeep: [Task<Void, Never>]
    /// What it posts is cut off with callbacks: it ends after them.
    private let posting: Task<Void, Never>
    /// Ends after the last journey: what it then tells of is all there is.
    private let tracing: Task<Void, Never>?
    private let calls: AnswerCalls
    /// Nil: plain HTTP.
    private let renewal: TLSWatch?
    /// Reads files alone: no stop waits for it.
    private let renewing: Task<Void, Never>
    /// Looks at what waits.
    let sender: DeferredSender

    /// Recovers the ledger, puts the live revision in force (on an empty ledger the proposal becomes r1), then listens.
    package init(
        _ configuration: Configuration,
        store: any LedgerStore,
        firstPolicy: [PolicyDocument],
        clock: WallClock,
        log: Log
    ) async throws(StartError) {
        self.store = store
        do {
            let recovery = try await store.recover(at: clock.now())
            self.recovery = recovery
            if let lost = recovery.lost {
                // Once: whoever opened the ledger first may have been a command.
                if try await store.append([.lost(lost, at: clock.now())], announcing: []) > 0 {
                    log.error("acknowledged writes are gone", [("what", .text(lost.text))])
                }
            }
            let desk = PolicyDesk(store: store, clock: clock)
            let (revision, set) = try await Self.policyInForce(desk, first: firstPolicy)
            let policies = try PolicyHolder(revision: revision.number, appliedAt: revision.at, set: set)
            if let staged = try await desk.staged() {
                try policies.put(
                    revision: staged.revision.number,
                    appliedAt: staged.revision.at,
                    set: staged.set,
                    stage: staged.revision.stage
                )
            }
            let dashboards = DashboardShelf(folder: configuration.dashboards)
            let mistakes = await dashboards.refresh()
            guard mistakes.isEmpty else {
                throw StartError(message: "the dashboard folder has errors", diagnostics: mistakes)
            }
            http = HTTPClient(caFile: configuration.geminiCAFile)
            // Each has a connection to itself until its end.
            streams = HTTPClient(maxConnections: 512, caFile: configuration.geminiCAFile)
            client = GeminiClient(
                http: http,
                streams: streams,
                baseURL: configuration.geminiBaseURL,
                key: configuration.geminiKey
            )
            let telemetry = Telemetry()
            let strictness = StrictnessDesk(folder: configuration.data, log: log)
            for snapshot in policies.snapshots { try await strictness.restore(snapshot, from: store) }
            let signingKeys = try configuration.data.map { data throws(PlatformError) in try SigningKeys.kept(in: data)
            }
            let shelf = PolicyShelf(keys: signingKeys ?? .made())
            // Callbacks and events: their hosts may hang, which must hold up no call to the cloud, and no stop.
            let messages = HTTPClient(caFile: configuration.geminiCAFile)
            calls = AnswerCalls(
                http: messages,
                signature: { shelf.keys.current.header(of: $0, prefix: AnswerCalls.signedPrefix) },
                log: log
            )
            let traces = configuration.traces.map {
                TraceExporter($0, store: store, http: messages, build: configuration.build, log: log)
            }
            let marks = Locked<String?>(nil)
            let secret = try configuration.data.map { data throws(PlatformError) in
                try WebhookSecret.kept(in: data)
            }
            let deferredSends = try await store.deferredSends()
            let gateway = Gateway(
                store: store,
                client: client,
                pool: CPUPool(threads: configuration.cpuThreads, queueLimit: configuration.cpuQueue),
                clock: clock,
                ids: DecisionIDs(clock: clock),
                log: log,
                telemetry: telemetry,
                origin: configuration.origin,
                // A machine without that zone waits for midnight UTC instead.
                switchboard: Switchboard(pacific: (try? TimeZones.offsets(of: "America/Los_Angeles")) ?? .utc),
                spending: SpendSwitch(try await store.latestFreeze()),
                strictness: strictness,
                own: OwnPictures(data: configuration.data, key: configuration.watermarkKey) { condition in
                    log.note(condition)
                    marks.withLock { $0 = condition.damage }
                },
                deferral: try (configuration.data ?? configuration.deferredIn).map { data throws(PlatformError) in
                    try DeferredShelf(data: data, waiting: deferredSends)
                },
                thumbnails: configuration.data.map { ThumbnailShelf(data: $0) },
                calls: calls,
                traces: traces,
                near: NearCache(try await store.answerLooks()),
                questions: OpenQuestions(
                    try await store.openQuestions(since: clock.now().advanced(bySeconds: -AuditQuestion.seconds))
                ),
                policies: policies,
                randomness: configuration.randomness,
                lateWritePause: configuration.lateWritePause,
                revenueFreshness: configuration.revenueFreshness,
                owner: "started \(clock.now().iso8601)"
            )
            let service = Service(
                store: store,
                policies: policies,
                desk: desk,
                gateway: gateway,
                keyring: Keyring(try await store.keys()),
                shelf: shelf,
                clock: clock,
                log: log,
                build: configuration.build,
                telemetry: telemetry,
                dashboards: dashboards,
                watchers: Watchers(limit: configuration.watchers),
                isClockSimulated: configuration.isClockSimulated
            )
            self.service = service
            let control = ControlSocket(service: service, data: configuration.data)
            var servers: [HTTPServer] = []
            if let data = configuration.data {
                let address = HTTPServer.Configuration.Address.unix(path: ControlSocket.path(data: data))
                servers.append(try HTTPServer(.init(address: address, threads: 1)) { await control.response(to: $0) })
            }
            let address = HTTPServer.Configuration.Address.tcp(host: configuration.host, port: configuration.port)
            let main = try HTTPServer(
                .init(address: address, tls: configuration.tls),
                admission: { service.refusal(of: $0) },
                handler: { await service.response(to: $0) }
            )
            servers.append(main)
            self.servers = servers
            port = main.port
            let renewal = configuration.tls.map { TLSWatch(identity: $0, log: log) }
            self.renewal = renewal
            let events = EventDesk(service: service, marks: marks, renewal: renewal)
            let poster = EventPoster(
                desk: events,
                store: store,
                policies: policies,
                http: messages,
                secret: secret ?? .made(),
                clock: clock,
                log: log
            )
            let pruner = Pruner(
                store: store,
                rules: configuration.keptRows,
                thumbnails: gateway.thumbnails,
                clock: clock,
                log: log
            )
            let sender = DeferredSender(desk: control.desk, turn: service.batchTurn, log: log)
            let uses = KeyUses(keyring: service.keyring, store: store, log: log)
            let finals = FinalRevenue(store: store, policies: policies, desk: strictness, clock: clock, log: log)
            self.sender = sender
            posting = Task { await poster.run(every: configuration.webhookPause) }
            tracing = traces.map { traces in Task { await traces.run(every: configuration.tracePause) } }
            upkeep = [
                Task { await events.run(every: configuration.sweepPause) },
                Task { await pruner.run(every: configuration.prunePause) },
                Task { await sender.run(every: configuration.deferredPause) },
                Task { await uses.run(every: configuration.keyUsePause) },
                Task { await finals.run(every: configuration.finalRevenuePause) },
            ]
            renewing = Task { await renewal?.run(every: configuration.renewalPause) }
        } catch let error as StartError {
            throw error
        } catch {
            throw StartError(message: "\(error)", diagnostics: [])
        }
    }

    /// Looks whether the API takes the key. A key that it refuses keeps calls out from the start: no upload waits to
    /// find that out.
    package func probeKey(within time: Duration = .seconds(10)) async -> GeminiProbe {
        let probe = await client.probe(deadline: .now + time)
        if case .auth(let why) = probe { service.gateway.refuseKey(why) }
        return probe
    }

    /// Reads certificate and key again, changed or not.
    package func rereadIdentity() async { await renewal?.look(isForced: true) }

    /// Given to late ledger writes after requests have used up all the grace.
    private static let timeToBook = Duration.seconds(2)

    /// Given to a trace collector at the end, the post in flight included.
    private static let timeToTell = Duration.milliseconds(1_500)

    /// Turns new uploads away, lets those in flight end (their holds settle), stops listening, makes the ledger writes that
    /// still wait, and closes the ledger.
    package func stop(grace: Duration) async {
        service.beginDraining()
        let deadline = ContinuousClock.now + grace
        for server in servers.reversed() { await server.quiet(by: deadline) }
        let grace = max(.zero, deadline - .now)
        for server in servers.reversed() { await server.stop(grace: grace) }
        // Streams that nobody reads any more end too, or are cut off and settled at their full hold.
        await service.gateway.doorStreams.ended(by: deadline)
        streams.close()
        await service.gateway.doorStreams.ended(by: .now + Self.timeToBook)
        await service.gateway.secondLooks?.finish(by: deadline)
        for task in upkeep + [posting, renewing] { task.cancel() }
        for task in upkeep { await task.value }
        // Before callbacks, with whose end all messages do.
        tracing?.cancel()
        if let tracing { _ = await value(of: tracing, by: .now + Self.timeToTell) }
        await calls.stop()
        await tracing?.value
        await posting.value
        http.close()
        await service.gateway.secondLooks?.finish(by: .now + Self.timeToBook)
        await service.gateway.lateWrites.finish(by: max(deadline, .now + Self.timeToBook))
        await service.gateway.strictness.flush()
        await store.close()
    }

    private static func policyInForce(
        _ desk: PolicyDesk,
        first: [PolicyDocument]
    ) async throws -> (RevisionRecord, PolicySet) {
        if let current = try await desk.current() { return current }
        guard !first.isEmpty else {
            throw StartError(
                message: "no policy is in force in this data folder yet: name the policy folder with --policies once",
                diagnostics: []
            )
        }
        let proposal = PolicyDesk.Proposal(
            documents: first,
            by: "torii",
            from: "first-start",
            reason: "first start on an empty data folder",
            base: 0
        )
        switch try await desk.apply(proposal) {
        case .applied(let revision, let set): return (revision, set)
        case .refused(let diagnostics):
            throw StartError(message: "the policy folder has errors", diagnostics: diagnostics)
        case .unchanged, .stale, .limitsBroken, .rollingOut, .noRollout:
            throw StartError(message: "another process applied a policy meanwhile; start again", diagnostics: [])
        }
    }
}

/// Why a server did not start.
package struct StartError: Error, Sendable {
    package let message: String
    /// Of the policy folder.
    package let diagnostics: [Diagnostic]
}
