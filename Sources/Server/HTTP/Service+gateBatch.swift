import Documents
import Platform
import Policy

extension Service {
    /// Lines of one batch; more are refused, so that the answer stays in memory.
    private static let mostBatchLines = 100_000
    /// Rows written together. Each group waits for one commit.
    private static let batchGroup = 256

    /// `POST /v1/gate:batch`: a report a line, an answer a line in the same order. A line with `client.verdict` tells what its
    /// device has decided; any other asks. A line that cannot be read is answered with its error and harms no other.
    func gateBatch(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        let caller = try caller(of: request, needs: .client)
        let snapshot = try drawnSnapshot(for: request, caller: caller)
        let lines = Self.lines(of: request.body)
        guard lines.count <= Self.mostBatchLines else {
            throw Problem(
                .bodyTooLarge,
                "a batch takes at most \(Self.mostBatchLines) lines, found \(lines.count)"
            )
        }
        let limit = try limits.count(lines.count, key: caller.limitKey(snapshot), under: snapshot.profile.limits)
        var output: [UInt8] = []
        output.reserveCapacity(lines.count * 512)
        for start in stride(from: 0, to: lines.count, by: Self.batchGroup) {
            let group = lines[start..<min(start + Self.batchGroup, lines.count)]
            let bytes = group.reduce(0) { $0 + $1.count }
            let read = try await reading(bytes) { self.read(group, of: request, snapshot, client: caller.id) }
            var decisions: [GateDecision] = []
            for line in read {
                let decision: GateDecision
                switch line {
                case .problem(let bytes):
                    output += bytes + [UInt8(ascii: "\n")]
                    continue
                case .asked(let judged): decision = judged
                case .told(let report, let verdict):
                    let start = request.bodyComplete
                    decision = await reported(report, verdict, snapshot: snapshot, client: caller.id, since: start)
                }
                output += decision.answer + [UInt8(ascii: "\n")]
                decisions.append(decision)
            }
            await withTaskGroup { writing in
                for decision in decisions { writing.addTask { await self.keep(decision) } }
            }
        }
        return HTTPResponse(
            status: 200,
            headers: [
                ("Content-Type", "application/x-ndjson"), ("Torii-Policy-Revision", "\(snapshot.revision)"),
            ] + limit,
            body: .bytes(output)
        )
    }

    /// What one line came to.
    private enum BatchLine: Sendable {
        /// A question, judged.
        case asked(GateDecision)
        /// What its device has decided.
        case told(DeviceReport, Verdict)
        /// The bytes of its error.
        case problem([UInt8])
    }

    private func read(
        _ lines: ArraySlice<Range<Int>>,
        of request: HTTPRequest,
        _ snapshot: PolicySnapshot,
        client: String
    ) -> [BatchLine] {
        lines.indices.map { index in
            do throws(Problem) {
                let report = try DeviceReport(Array(request.body[lines[index]]), profile: snapshot.profile)
                _ = try clientStatus(
                    report.clientVersion,
                    of: request,
                    profile: snapshot.profile,
                    client: client
                )
                if let verdict = report.claim { return .told(report, verdict) }
                let decision = decision(on: report, snapshot: snapshot, client: client, since: request.bodyComplete)
                note(decision, report, client: client, label: request.clientLabel)
                return .asked(decision)
            } catch {
                return .problem(error.json(line: index + 1).encoded())
            }
        }
    }

    /// Where the lines are, without their ends. What follows the last line end is a line when it is not empty.
    private static func lines(of body: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        for end in body.indices where body[end] == UInt8(ascii: "\n") {
            let hasReturn = end > start && body[end - 1] == UInt8(ascii: "\r")
            lines.append(start..<(hasReturn ? end - 1 : end))
            start = end + 1
        }
        if start < body.count { lines.append(start..<body.count) }
        return lines
    }
}

extension Problem {
    /// As a line of a batch; lines count from 1.
    fileprivate func json(line: Int) -> JSON {
        var problem = self
        problem.extra.append(.init("line", .integer(Int64(line))))
        return problem.json
    }
}
