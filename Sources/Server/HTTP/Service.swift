package import Economics
package import Ledger
package import Platform
internal import Synchronization

/// The whole server behind its sockets: requests in, answers out. The same function serves tests in process and
/// clients over TCP.
package final class Service: Sendable {
    package let store: any LedgerStore
    package let policies: PolicyHolder
    package let desk: PolicyDesk
    package let gateway: Gateway
    package let keyring: Keyring
    package let shelf: PolicyShelf
    package let clock: WallClock
    package let log: Log
    package let startedAt: Timestamp
    /// Version of the build, for `/metrics`.
    let build: String
    let telemetry: Telemetry
    /// The clock does not tell the time of day: screens say so.
    package let isClockSimulated: Bool
    let totals = LedgerTotals()
    let zones = ZoneShelf()
    let dashboards: DashboardShelf
    let watchers: Watchers
    let limits = RateLimits()
    /// The bytes of `/openapi.json`, once somebody has asked.
    let contract = Locked<[UInt8]?>(nil)
    let formSeal = FormSeal()
    /// Audit shares of earlier revisions, which devices may still judge by, by revision and profile.
    let auditShares = Locked<[String: Double]>([:])
    /// Commands and the sender of deferred pictures take turns.
    let batchTurn = BatchTurn()
    /// Set while draining: `/readyz` says so, load balancers turn away, and new uploads are refused.
    let isDraining = Atomic(false)

    package init(
        store: any LedgerStore,
        policies: PolicyHolder,
        desk: PolicyDesk,
        gateway: Gateway,
        keyring: Keyring,
        shelf: PolicyShelf,
        clock: WallClock,
        log: Log,
        build: String,
        telemetry: Telemetry,
        dashboards: DashboardShelf = DashboardShelf(folder: nil),
        watchers: Watchers = Watchers(),
        isClockSimulated: Bool = false
    ) {
        self.store = store
        self.policies = policies
        self.desk = desk
        self.gateway = gateway
        self.keyring = keyring
        self.shelf = shelf
        self.clock = clock
        self.log = log
        self.build = build
        self.telemetry = telemetry
        self.dashboards = dashboards
        self.watchers = watchers
        self.isClockSimulated = isClockSimulated
        startedAt = clock.now()
    }

    /// The caller of a request that needs `scope`; its key counts as used.
    func caller(of request: HTTPRequest, needs scope: KeyRecord.Scope) throws(Problem) -> Caller {
        try keyring.caller(of: request, needs: scope, at: clock.now())
    }

    /// From now on new uploads are refused; those under way go on.
    package func beginDraining() { isDraining.store(true, ordering: .relaxed) }

    /// Answers one request and logs one line about it.
    package func response(to request: HTTPRequest) async -> HTTPResponse {
        let start = ContinuousClock.now
        telemetry.requestsInFlight.add(1, ordering: .relaxed)
        defer { telemetry.requestsInFlight.subtract(1, ordering: .relaxed) }
        let (route, response) = await routed(request)
        let elapsed = ContinuousClock.now - start
        telemetry.requests[.init(route: route, status: response.status)].observe(elapsed)
        log.request(request, route: route, response: response, elapsed: elapsed)
        return response
    }

    /// The answer to a request whose body need not be read: nowhere to go, or nobody we know. Nil lets it in.
    package func refusal(of request: HTTPRequest) -> HTTPResponse? {
        let start = ContinuousClock.now
        var template = "other"
        do throws(Problem) {
            let (route, _) = try matched(request)
            template = route.template
            if request.method == "POST" {
                if isDraining.load(ordering: .relaxed) { throw .stopping }
                switch route {
                case .gemini: _ = try doorCaller(of: request)
                case .auditPage: _ = try pageCaller(of: request)
                default: _ = try caller(of: request, needs: .client)
                }
            }
            return nil
        } catch {
            let response = HTTPResponse(error, to: request, template: template)
            log.request(request, route: template, response: response, elapsed: ContinuousClock.now - start)
            return response
        }
    }

    /// The route's template (a closed set, so that logs and metrics cannot be flooded) and the answer.
    private func routed(_ request: HTTPRequest) async -> (route: String, response: HTTPResponse) {
        var template = "other"
        do throws(Problem) {
            let (route, arguments) = try matched(request)
            template = route.template
            return (template, try await answer(to: request, at: route, arguments: arguments))
        } catch {
            return (template, HTTPResponse(error, to: request, template: template))
        }
    }

    private func matched(_ request: HTTPRequest) throws(Problem) -> (Route, arguments: [String]) {
        guard let (route, arguments) = Route.matching(request.path) else {
            throw Problem(.notFound, "there is nothing at this path")
        }
        var methods = route.methods
        if route == .gemini {
            guard let target = try DoorTarget(request.path) else {
                throw Problem(.notFound, "this method of the API is not served here")
            }
            methods = [target.httpMethod]
        }
        guard methods.contains(request.method == "HEAD" ? "GET" : request.method) else {
            let allowed = methods.joined(separator: ", ")
            throw Problem(.methodNotAllowed, "this path takes \(allowed)", headers: [("Allow", allowed)])
        }
        try request.checkSingleHeaders()
        return (route, arguments)
    }

    private func answer(
        to request: HTTPRequest,
        at route: Route,
        arguments: [String]
    ) async throws(Problem) -> HTTPResponse {
        switch route {
        case .classify: return try await classify(request)
        case .gate: return try await gate(request)
        case .gateBatch: return try await gateBatch(request)
        case .devicePolicy: return try await policy(request, profile: arguments[0])
        case .gemini:
            guard let target = try DoorTarget(arguments[0]) else {
                throw Problem(.notFound, "this method of the API is not served here")
            }
            return try await door(request, target)
        case .decision: return try await decision(request, id: arguments[0])
        case .feedback: return try await feedback(request)
        case .revenue: return try await revenue(request)
        case .economics: return try await economics(request)
        case .parity: return try await parity(request)
        case .dashboard: return try await dashboard(request, name: nil)
        case .namedDashboard: return try await dashboard(request, name: arguments[0])
        case .audits: return try await listAudits(request)
        case .audit: return try await judgeAudit(request, id: arguments[0])
        case .auditPage:
            return request.method == "POST" ? try await judgeOnPage(request) : try await auditPage(request)
        case .metrics: return try await metrics(request)
        case .health: return HTTPResponse(json: ["status": "ok"])
        case .readiness: return await readiness()
        case .openAPI: return openAPI()
        case .events: return try await events(request)
        case .profiles: return try profiles(request)
        case .profile: return try profile(request, name: arguments[0])
        case .profileHistory: return try await profileHistory(request, name: arguments[0])
        case .projection: return try await projection(request, name: arguments[0])
        case .planProfile: return try await planProfile(request, name: arguments[0])
        case .applyProfile: return try await applyProfile(request, name: arguments[0])
        case .rollBackProfile: return try await rollBackProfile(request, name: arguments[0])
        case .rollout: return try await rollout(request)
        case .promoteRollout: return try await promoteRollout(request)
        case .endRollout: return try await endRollout(request)
        }
    }
}

extension HTTPRequest {
    /// Headers of which a second one would let two readers see two different requests.
    private static let singleHeaders = [
        "authorization", "torii-profile", "idempotency-key", "torii-deadline", "torii-unit",
    ]

    fileprivate func checkSingleHeaders() throws(Problem) {
        for name in Self.singleHeaders where headers.count(where: { $0.name == name }) > 1 {
            throw Problem(.malformedRequest, "there are two `\(name)` headers; send one")
        }
    }
}

extension HTTPResponse {
    /// An error in the form of the route it befell; Google's SDKs read their own also before a route was found.
    fileprivate init(_ problem: Problem, to request: HTTPRequest, template: String) {
        let isDoor = template == Route.gemini.template || template == "other" && DoorTarget.matches(request.path)
        if isDoor { self.init(doorProblem: problem) } else { self.init(problem) }
    }

    init(_ problem: Problem) {
        self.init(
            status: problem.status,
            headers: [("Content-Type", "application/problem+json")] + problem.headers,
            body: .bytes(problem.json.encoded())
        )
    }
}
