import Documents
import Ledger
import Platform
import Policy
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
                summary:
                    "book in this data folder, through its server when one runs (default: a ledger that is forgotten)"
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
        guard let folder = invocation.value("data") else {
            return try await answers(resend, store: MemoryStore(), invocation)
        }
        switch try await DataFolder.writing(folder, console: invocation.console, mayCreate: true) {
        case .store(let store): return try await answers(resend, store: store, invocation)
        case .server(let control): return try await answers(resend, of: control, folder: folder, invocation)
        }
    }

    /// By a journey of this process, booked in `store`.
    private static func answers(
        _ resend: Resend?,
        store: any LedgerStore,
        _ invocation: Invocation
    ) async throws(Stop) -> ExitCode {
        try await LocalServer.run(
            on: store,
            policies: { () throws(Stop) in
                try PolicyFiles(folder: invocation.value("policies") ?? "policies").documents
            },
            invocation
        ) { server throws(Stop) in
            let name = if let resend { resend.decision.profile } else { try chosenProfile(invocation).name }
            guard let snapshot = server.service.policies.snapshot(of: name) else {
                throw .failed("there is no profile `\(name)` in force")
            }
            try await resend?.check(snapshot.profile, store: store)
            var allAnswered = true
            for file in invocation.operands {
                let answer = await answer(to: file, snapshot: snapshot, server: server)
                allAnswered = allAnswered && !answer.isProblem
                show(answer, of: file, invocation)
            }
            return allAnswered ? .done : .failed
        }
    }

    /// By the server that runs on the data folder.
    private static func answers(
        _ resend: Resend?,
        of control: ServerControl,
        folder: String,
        _ invocation: Invocation
    ) async throws(Stop) -> ExitCode {
        try invocation.refuseWhatAServerHas()
        let name = resend?.decision.profile ?? invocation.value("profile")
        if let resend, let name {
            let store = try await DataFolder.reading(folder)
            guard let snapshot = try await livePolicies(store)?.snapshot(of: name) else {
                throw .failed("there is no profile `\(name)` in force")
            }
            try await resend.check(snapshot.profile, store: store)
            await store.close()
        }
        var allAnswered = true
        for file in invocation.operands {
            let request: JSON = [
                "path": .string(DataFolder.absolute(file)), "profile": name.map { .string($0) } ?? .null,
            ]
            // Longer than any profile's deadline.
            let root = try await control.answer("classify", request, within: .seconds(150))
            let answer = UploadAnswer(
                status: 200,
                body: root["answer"].map { JSON($0).encoded() } ?? [],
                isProblem: root["isProblem"]?.bool ?? true
            )
            allAnswered = allAnswered && !answer.isProblem
            show(answer, of: file, invocation)
        }
        return allAnswered ? .done : .failed
    }

    private static func show(_ answer: UploadAnswer, of file: String, _ invocation: Invocation) {
        invocation.console.out(
            invocation.has("json") ? String(decoding: answer.body, as: UTF8.self) : "\(file): \(answer.summary)"
        )
    }

    private static func resend(_ invocation: Invocation) async throws(Stop) -> Resend? {
        guard let id = invocation.value("resend") else { return nil }
        guard invocation.operands.count == 1, let file = invocation.operands.first else {
            throw .usage("--resend takes the one picture of that decision")
        }
        let bytes: [UInt8]
        do {
            bytes = try FileContent.read(file, orPipe: true)
        } catch {
            throw .failed("\(error)")
        }
        return try await Resend.read(id, file: bytes, data: try invocation.required("data"))
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
                body: try FileContent.read(file, orPipe: true),
                idempotencyKey: nil,
                bodyComplete: .now,
                receivedAt: WallClock.system.now(),
                clientDeadline: nil
            )
            return await server.service.gateway.answer(to: upload)
        } catch {
            return .problem(Problem(.cannotRead, "\(error)"))
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
