import Documents
import Ledger
import Platform
import Policy

extension Service {
    /// `POST /v1/classify`: an image in the body, everything else in headers.
    func classify(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        let caller = try caller(of: request, needs: .client)
        let snapshot = try snapshot(for: request, caller: caller)
        let status =
            try clientStatus(request.client?.version, of: request, profile: snapshot.profile, client: caller.id)
            + limits.count(key: caller.limitKey(snapshot), under: snapshot.profile.limits)
        if let encoding = request.header("content-encoding"), encoding.lowercased() != "identity" {
            throw Problem(
                .unsupportedMedia,
                "images come without Content-Encoding, found `\(encoding.printable)`"
            )
        }
        let key = try idempotencyKey(of: request)
        var digest = try contentDigest(of: request)
        let body = try uploaded(in: request, digest: &digest)
        var warnings: [String] = []
        let deadline = request.header("torii-deadline").flatMap { text -> Duration? in
            guard let deadline = Duration(clientDeadline: text) else {
                warnings.append("Torii-Deadline must be 100ms...30s, found `\(text.printable)`: not used")
                return nil
            }
            return deadline
        }
        let device = await deviceStatement(in: request, part: body.report, snapshot: snapshot, warnings: &warnings)
        let unit = request.unit(&warnings)
        let gateDecision = request.gateDecision(&warnings)
        telemetry.clients.add(
            isNormalised: device.map { !$0.normalised.isEmpty } ?? false,
            isStale: device?.isStale ?? false,
            profile: snapshot.profile.name,
            client: caller.id,
            label: request.clientLabel
        )
        let upload = Upload(
            snapshot: snapshot,
            client: caller.id,
            body: body.picture,
            idempotencyKey: key,
            bodyComplete: request.bodyComplete,
            receivedAt: clock.now(),
            clientDeadline: deadline,
            expectedHash: digest,
            warnings: warnings,
            mayWait: request.prefersWaiting,
            device: device,
            staged: policies.staged(snapshot.profile.name),
            unit: unit,
            label: request.clientLabel,
            trace: request.header("traceparent").flatMap { TraceParent($0) },
            gateDecision: gateDecision,
            hint: request.formHint
        )
        var response = await gateway.answer(to: upload).response
        response.headers += status
        return response
    }

    /// The body; of a form its part `image`, and its part `gate` where it has one. A digest is of the whole form and checked
    /// here, once.
    private func uploaded(
        in request: HTTPRequest,
        digest: inout [UInt8]?
    ) throws(Problem) -> (picture: [UInt8], report: [UInt8]?) {
        guard let boundary = request.header("content-type").flatMap(MultipartForm.boundary) else {
            return (request.body, nil)
        }
        if let expected = digest {
            guard Crypto.sha256(request.body) == expected else { throw .digestMismatch }
            digest = nil
        }
        let form = try MultipartForm(request.body, boundary: boundary)
        guard let picture = try form.part("image") else {
            throw Problem(.missingField, "the form has no part `image`")
        }
        return (Array(request.body[picture.range]), try form.part("gate").map { Array(request.body[$0.range]) })
    }

    /// The policy snapshot a request is served under: its own header, else the key's profile.
    func snapshot(for request: HTTPRequest, caller: Caller) throws(Problem) -> PolicySnapshot {
        let named = request.header("torii-profile")
        if let named, let own = caller.profile, named != own, caller.scope == .client {
            throw Problem(.profileForbidden, "this key serves profile `\(own)` only")
        }
        guard let name = named ?? caller.profile else {
            throw Problem(.missingField, "send `Torii-Profile`: this key has no profile of its own")
        }
        guard let snapshot = policies.snapshot(of: name) else {
            let known = policies.snapshots.map(\.profile.name).joined(separator: ", ")
            throw Problem(.unknownProfile, "there is no profile `\(name.printable)`; known: \(known)")
        }
        return snapshot
    }

    private func idempotencyKey(of request: HTTPRequest) throws(Problem) -> String? {
        guard let key = request.header("idempotency-key") else { return nil }
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw Problem(.invalidField, "Idempotency-Key must be 1...255 visible ASCII characters")
        }
        return key
    }

    /// The SHA-256 a body must have by its `Content-Digest` (RFC 9530); nil when there is none of that kind.
    private func contentDigest(of request: HTTPRequest) throws(Problem) -> [UInt8]? {
        var expected: [UInt8]?
        let fields = request.headers.filter { $0.name == "content-digest" }.flatMap { $0.value.split(separator: ",") }
        for field in fields {
            var text = field.drop(while: \.isWhitespace)
            while text.last?.isWhitespace == true { text.removeLast() }
            guard text.lowercased().hasPrefix("sha-256=:"), text.hasSuffix(":") else { continue }
            let encoded = text.dropFirst("sha-256=:".count).dropLast()
            // Two that differ cannot both be true.
            guard let hash = Encoding.bytes(base64: Array(encoded.utf8)), hash.count == 32, expected ?? hash == hash
            else {
                throw .digestMismatch
            }
            expected = hash
        }
        return expected
    }
}

extension HTTPRequest {
    /// `Prefer: respond-async` (RFC 7240).
    fileprivate var prefersWaiting: Bool {
        headers.contains { header in
            header.name == "prefer"
                && header.value.split(separator: ",").contains { part in
                    let word = part.prefix { $0 != ";" && $0 != "=" }.filter { !$0.isWhitespace }
                    return word.lowercased() == "respond-async"
                }
        }
    }

    /// Of `Torii-Gate-Decision`: which answer of `/v1/gate` the picture follows.
    fileprivate func gateDecision(_ warnings: inout [String]) -> String? {
        guard let id = header("torii-gate-decision") else { return nil }
        guard DecisionIDs.moment(of: id) != nil else {
            warnings.append("Torii-Gate-Decision must be the decisionId of an answer of /v1/gate: not used")
            return nil
        }
        return id
    }

    /// Of `Torii-Unit`: an id that a client keeps, such as of its installation, so that a revision that is rolled out judges
    /// all of its uploads or none. It is hashed, and kept nowhere.
    func unit(_ warnings: inout [String]) -> String? {
        guard let unit = header("torii-unit") else { return nil }
        guard (1...255).contains(unit.utf8.count), unit.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            warnings.append("Torii-Unit must be 1...255 visible ASCII characters: not used")
            return nil
        }
        return unit
    }
}

extension Duration {
    /// `100ms`...`30s`, as clients write it.
    fileprivate init?(clientDeadline text: String) {
        let isMilliseconds = text.hasSuffix("ms")
        guard text.hasSuffix("s"), let number = Int(text.dropLast(isMilliseconds ? 2 : 1)) else { return nil }
        let milliseconds = isMilliseconds ? number : number &* 1000
        guard (100...30_000).contains(milliseconds), isMilliseconds || number <= 30 else { return nil }
        self = .milliseconds(milliseconds)
    }
}

extension String {
    /// At most 60 characters with nothing a terminal or log would act on: for words of a client in our messages.
    package var printable: String {
        String(
            prefix(60).map {
                $0.isASCII && !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f } ? $0 : "?"
            }
        )
    }
}

extension HTTPRequest {
    /// Of a body whose type is what `curl --data` sets, which takes the line ends out of a file.
    fileprivate var formHint: String? {
        guard header("content-type")?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else {
            return nil
        }
        return "it came as a web form: with curl, send --data-binary @FILE and -H 'Content-Type: image/jpeg'"
    }
}
