import Documents
import Gemini
import Imaging
import Ledger
import Platform
import Policy

extension Service {
    /// After which a call through the door ends, unless its caller says sooner.
    private static let doorDeadline = Duration.seconds(120)
    private static let doorQuery: Set<String> = ["alt", "pageSize", "pageToken", "filter"]

    /// Google's API: `generateContent`, its stream, `countTokens`, and the models.
    func door(_ request: HTTPRequest, _ target: DoorTarget) async throws(Problem) -> HTTPResponse {
        let caller = try doorCaller(of: request)
        let snapshot = try snapshot(for: request, caller: caller)
        _ = try limits.count(key: caller.limitKey(snapshot), under: snapshot.profile.limits)
        let query = request.query.filter { Self.doorQuery.contains($0.name) }
        let deadline = request.bodyComplete + Self.timeout(request)
        switch target.method {
        case .models:
            return await free(target, query, body: [], snapshot, deadline)
        case .countTokens:
            let call = try await doorRequest(request.body, target)
            // Pictures lose their metadata here too.
            let pictures = try await pictures(of: call, profile: snapshot.profile, deadline: deadline)
            let body = call.body(request.body, sending: pictures)
            return await free(target, query, body: body, snapshot, deadline)
        case .generateContent, .streamGenerateContent:
            let call = try await doorRequest(request.body, target)
            var warnings: [String] = []  // Google's answers have no place for them.
            let upload = Upload(
                snapshot: snapshot,
                client: caller.id,
                body: call.gated?.bytes ?? request.body,
                idempotencyKey: nil,
                bodyComplete: request.bodyComplete,
                receivedAt: clock.now(),
                clientDeadline: nil,
                staged: policies.staged(snapshot.profile.name),
                unit: request.unit(&warnings),
                trace: request.header("traceparent").flatMap { TraceParent($0) }
            )
            return await gateway.answer(
                doorCall: target,
                call,
                body: request.body,
                query: query,
                of: upload,
                deadline: deadline
            )
        }
    }

    private func doorRequest(_ body: [UInt8], _ target: DoorTarget) async throws(Problem) -> DoorRequest {
        try await reading(body.count) { () throws(Problem) in try DoorRequest(body, for: target) }
    }

    private func pictures(
        of call: DoorRequest,
        profile: Profile,
        deadline: ContinuousClock.Instant
    ) async throws(Problem) -> [ModelPicture] {
        do {
            return try await gateway.pictures(of: call, profile: profile, deadline: deadline)
        } catch let error as ImagingError {
            throw Problem(imaging: error, decisionID: "")
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(.internalError, "the pictures could not be encoded")
        }
    }

    /// As Google's SDKs show their key: in a header of its own, as a bearer, or in the query.
    func doorCaller(of request: HTTPRequest) throws(Problem) -> Caller {
        let key = request.header("x-goog-api-key") ?? request.bearerToken ?? request.queryItem("key")
        guard let key else {
            throw Problem(.apiKeyMissing, "send a key of this server as `x-goog-api-key`")
        }
        let record: KeyRecord
        switch keyring.standing(of: key, at: clock.now()) {
        case .good(let found): record = found
        // In the words of Google's API, which its SDKs know.
        case .expired: throw Problem(.apiKeyInvalid, "API key expired. Please renew the API key.")
        case .none: throw Problem(.apiKeyInvalid, "API key not valid. Please pass a valid API key.")
        }
        guard record.scope != .read else {
            throw Problem(.forbidden, "this key has scope `read`; scope `client` is needed")
        }
        return Caller(record)
    }

    /// Calls that cost nothing: no hold, no row.
    private func free(
        _ target: DoorTarget,
        _ query: [(name: String, value: String)],
        body: [UInt8],
        _ snapshot: PolicySnapshot,
        _ deadline: ContinuousClock.Instant
    ) async -> HTTPResponse {
        let forwarded = await gateway.cloud.client.forward(
            GeminiClient.Forwarding(
                method: target.httpMethod,
                path: target.path,
                query: query,
                body: body,
                attemptID: gateway.ids.next()
            ),
            contract: snapshot.contract,
            deadline: deadline
        )
        guard let response = forwarded.response else {
            return HTTPResponse(doorProblem: Problem(.upstreamFailed, "the model cannot be reached"))
        }
        let type = response.headers.first { $0.name == "content-type" }?.value ?? "application/json"
        return HTTPResponse(status: response.status, headers: [("Content-Type", type)], body: .bytes(response.body))
    }

    /// SDKs with a timeout say it in whole seconds.
    private static func timeout(_ request: HTTPRequest) -> Duration {
        guard let text = request.header("x-server-timeout"), let seconds = Int(text), (1...600).contains(seconds) else {
            return doorDeadline
        }
        return .seconds(seconds)
    }
}
