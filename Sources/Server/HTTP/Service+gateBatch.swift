import Documents
import Platform
import Policy

extension Service {
    /// Lines of one batch; more are refused, so that the answer stays in memory.
    private static let mostBatchLines = 100_000
    /// Rows written together. Each group waits for one commit.
    private static let batchGroup = 256

    /// `POST /v1/gate:batch`: a report a line, an answer a line in the same order. A line that cannot be read is answered
    /// with its error and harms no other.
    func gateBatch(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
        let caller = try caller(of: request, needs: .client)
        let snapshot = try drawnSnapshot(for: request, caller: caller)
        let lines = Self.lines(of: request.body)
        guard lines.count <= Self.mostBatchLines else {
            throw Problem(
                "body_too_large",
                413,
                "a batch takes at most \(Self.mostBatchLines) lines, found \(lines.count)"
            )
        }
        let limit = try limits.count(lines.count, key: caller.limitKey(snapshot), under: snapshot.profile.limits)
        var output: [UInt8] = []
        output.reserveCapacity(lines.count * 512)
        for start in stride(from: 0, to: lines.count, by: Self.batchGroup) {
            let group = lines[start..<min(start + Self.batchGroup, lines.count)]
            let bytes = group.reduce(0) { $0 + $1.count }
            let judged = try await reading(bytes) { self.judged(group, of: request, snapshot, client: caller.id) }
            output += judged.output
            await withTaskGroup { writing in
                for decision in judged.decisions { writing.addTask { await self.keep(decision) } }
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

    private func judged(
        _ lines: ArraySlice<Range<Int>>,
        of request: HTTPRequest,
        _ snapshot: PolicySnapshot,
        client: String
    ) -> (output: [UInt8], decisions: [GateDecision]) {
        var output: [UInt8] = []
        var decisions: [GateDecision] = []
        for index in lines.indices {
            do throws(Problem) {
                let report = try DeviceReport(Array(request.body[lines[index]]), profile: snapshot.profile)
                _ = try clientStatus(report.clientVersion, profile: snapshot.profile)
                let decision = decision(on: report, snapshot: snapshot, client: client, since: request.bodyComplete)
                output += decision.answer
                decisions.append(decision)
            } catch {
                output += error.json(line: index + 1).encoded()
            }
            output.append(UInt8(ascii: "\n"))
        }
        return (output, decisions)
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
