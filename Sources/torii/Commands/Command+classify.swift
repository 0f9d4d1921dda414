import Documents
import Ledger
import Platform
import Policy
import SQLiteLedger
import Server

extension Command {
    static let classify = Command(
        words: ["classify"],
        group: .gate,
        summary: "take pictures through the whole journey: gate, cloud, answer",
        operands: "FILE…",
        options: [
            .profile, .policies,
            Option(
                name: "data",
                value: "DIR",
                summary: "book in this data folder (default: a ledger that is forgotten)"
            ),
            .geminiBaseURL, .geminiCAFile,
            Option(
                name: "resend",
                value: "DECISION",
                summary: "ask again about this blocked picture, under safety settings that have changed since"
            ),
            .json,
        ],
        examples: [
            (
                "torii classify photo.jpg --profile ios --json",
                "without GEMINI_API_KEY the emulator answers, and it says so"
            )
        ]
    ) { invocation throws(Stop) in
        guard !invocation.operands.isEmpty else { throw .usage("say which pictures: torii classify FILE…") }
        let resend = try await resend(invocation)
        let profile = try chosenProfile(invocation)
        let endpoint = try GeminiEndpoint.chosen(invocation)
        if endpoint.emulator != nil { invocation.console.err("EMULATED: no GEMINI_API_KEY, the emulator answers") }
        let server = try await localServer(invocation, endpoint: endpoint)
        let name = resend?.decision.profile ?? profile.name
        guard let snapshot = server.service.policies.snapshot(of: name) else {
            throw .failed("there is no profile `\(name)` in force")
        }
        do throws(Stop) {
            try await resend?.check(snapshot.profile, store: server.service.store)
        } catch {
            await server.stop(grace: .zero)
            await endpoint.emulator?.stop()
            throw error
        }
        var allAnswered = true
        for file in invocation.operands {
            let answer = await answer(to: file, snapshot: snapshot, server: server)
            allAnswered = allAnswered && !answer.isProblem
            invocation.console.out(
                invocation.has("json") ? String(decoding: answer.body, as: UTF8.self) : "\(file): \(answer.summary)"
            )
        }
        await server.stop(grace: .seconds(5))
        await endpoint.emulator?.stop()
        return allAnswered ? .done : .failed
    }

    private static func resend(_ invocation: Invocation) async throws(Stop) -> Resend? {
        guard let id = invocation.value("resend") else { return nil }
        guard invocation.operands.count == 1, let file = invocation.operands.first else {
            throw .usage("--resend takes the one picture of that decision")
        }
        let bytes: [UInt8]
        do {
            bytes = try FileContent.read(file)
        } catch {
            throw .failed("\(error)")
        }
        return try await Resend.read(id, file: bytes, data: try invocation.required("data"))
    }

    private static func localServer(
        _ invocation: Invocation,
        endpoint: GeminiEndpoint
    ) async throws(Stop) -> RunningServer {
        let documents = try PolicyFiles(folder: invocation.value("policies") ?? "policies").documents
        do {
            let store: any LedgerStore =
                if let folder = invocation.value("data") {
                    try await SQLiteStore.open(folder: folder)
                } else {
                    MemoryStore()
                }
            return try await RunningServer(
                RunningServer.Configuration(
                    data: nil,
                    geminiBaseURL: endpoint.baseURL,
                    geminiKey: endpoint.key,
                    geminiCAFile: endpoint.caFile,
                    build: Version.current
                ),
                store: store,
                firstPolicy: documents,
                clock: .system,
                log: .silent
            )
        } catch let error as LedgerError where error.code == .locked {
            throw Stop(code: .moved, message: "\(error.message): POST to that server, or leave --data out")
        } catch {
            throw .failed((error as? StartError)?.message ?? "\(error)")
        }
    }

    private static func answer(
        to file: String,
        snapshot: PolicySnapshot,
        server: RunningServer
    ) async -> UploadAnswer {
        do {
            let upload = Upload(
                snapshot: snapshot,
                client: "cli",
                body: try FileContent.read(file),
                idempotencyKey: nil,
                bodyComplete: .now,
                receivedAt: WallClock.system.now(),
                clientDeadline: nil
            )
            return await server.service.gateway.answer(to: upload)
        } catch {
            return .problem(Problem("cannot_read", 400, "\(error)"))
        }
    }
}

extension UploadAnswer {
    /// One line for people.
    fileprivate var summary: String {
        let root = DocumentReader.read(body, file: "answer", dialect: .json).root
        if isProblem { return "\(root?["code"]?.string ?? ""): \(root?["detail"]?.string ?? "")" }
        let reasons = (root?["reasons"]?.array ?? []).compactMap(\.string).joined(separator: ", ")
        let label =
            root?["classification"]?["primaryCategory"]?.string
            ?? "local: \(root?["localLabel"]?["category"]?.string ?? "unknown")"
        let cost = root?["cost"]?["nanoUSD"]?.integer ?? 0
        return "\(root?["outcome"]?.string ?? "") (\(reasons)), \(label), \(cost) nano-USD"
    }
}
