internal import Documents
internal import Economics
internal import Emulator
internal import Foundation
internal import Gate
internal import Imaging
internal import Ledger
internal import Platform
internal import Policy
import SQLiteLedger
internal import Server

/// A bad day of the API: 30 % of the calls are refused as overloaded, 10 % of the answers are malformed, 5 % of the calls
/// hang. Every caller must be answered by its deadline, and the ledger must know what the emulator charged.
enum FaultStorm {
    private static let script = """
        { seed: 7, rules: [
          { match: { probability: 0.05 }, action: { hold: "release" } },
          { match: { probability: 0.3158 }, action: { status: 503 } },
          { match: { probability: 0.1538 }, action: { malformed: "outOfSet" } },
        ] }
        """

    private struct Answered: Sendable {
        let late: Duration
        let outcome: String
    }

    static func run(_ count: Int) async throws {
        let folder = NSTemporaryDirectory() + "torii-storm-\(UUID().uuidString)"
        let store = try await SQLiteStore.open(folder: folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }  // A folder of ours; nothing depends on it.
        let journal = folder + "/journal"
        let emulator = try Emulator(.init(script: Array(script.utf8), journal: journal))
        let server = try await RunningServer(
            RunningServer.Configuration(geminiBaseURL: emulator.baseURL, geminiKey: "key-0123456789", build: "bench"),
            store: store,
            firstPolicy: try Policies.documents { text in
                // Room for the whole storm: caps are another test's.
                text.replacing("daily: \"3.00 USD\"", with: "daily: \"70.00 USD\"")
            },
            clock: .system,
            log: .silent
        )
        guard let snapshot = server.service.policies.snapshot(of: "ios") else { return }
        let gateway = server.service.gateway
        let pictures = try (0..<count).map { try jpeg(seed: UInt64($0)) }
        let start = ContinuousClock.now
        let answers = try await withThrowingTaskGroup(of: Answered.self) { group in
            for number in 0..<count {
                group.addTask {
                    try await Task.sleep(until: start + .milliseconds(10) * number, clock: .continuous)
                    let complete = ContinuousClock.now
                    let upload = Upload(
                        snapshot: snapshot,
                        client: "storm",
                        body: pictures[number],
                        idempotencyKey: nil,
                        bodyComplete: complete,
                        receivedAt: WallClock.system.now(),
                        clientDeadline: nil
                    )
                    let answer = await gateway.answer(to: upload)
                    let late = ContinuousClock.now - (complete + snapshot.profile.cloud.deadline)
                    let root = DocumentReader.read(answer.body, file: "answer", dialect: .json).root
                    return Answered(late: late, outcome: root?["outcome"]?.string ?? "none")
                }
            }
            var answers: [Answered] = []
            for try await answer in group { answers.append(answer) }
            return answers
        }
        try await report(answers, store: store, journal: journal)
        emulator.release()
        await server.stop(grace: .seconds(10))
        await emulator.stop()
    }

    private static func report(_ answers: [Answered], store: SQLiteStore, journal: String) async throws {
        var outcomes: [String: Int] = [:]
        for answer in answers { outcomes[answer.outcome, default: 0] += 1 }
        let latest = answers.map(\.late).max() ?? .zero
        let over = answers.count { $0.late > .milliseconds(50) }
        let counts = outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        print("\(answers.count) uploads:", counts.joined(separator: ", "))
        print(
            String(format: "latest answer %+.1f ms from its deadline; ", Double(latest.microseconds) / 1000)
                + "\(over) later than 50 ms after it"
        )
        let charged = try Journal.bills(journal)
        var booked = Money.zero
        var emulated = Money.zero
        var uncertain: [String] = []
        var attempts = 0
        var different = 0
        for decision in try await store.recentDecisions(limit: answers.count) {
            for attempt in try await store.attempts(decisionID: decision.id) {
                attempts += 1
                let id = "\(decision.id)/\(attempt.hold.attempt)"
                guard let settlement = attempt.settlement else { continue }
                if settlement.uncertain {
                    uncertain.append("\(id) \(settlement.result) \(settlement.cost.nanoUSD)")
                    continue
                }
                let bill = charged[id] ?? .zero
                booked = try booked.adding(settlement.cost)
                emulated = try emulated.adding(bill)
                if bill != settlement.cost { different += 1 }
            }
        }
        let verification = try await store.verification()
        print("\(attempts) attempts; booked \(booked.formatted(.exact)) USD")
        print("the emulator charged for them \(emulated.formatted(.exact)) USD")
        print("attempts whose bill is another: \(different); ledger differences: \(verification.differences.count)")
        print("uncertain: \(uncertain.count)")
        for line in uncertain.prefix(3) { print("  \(line) nano-USD") }
        let known = Set(uncertain.compactMap { $0.split(separator: " ").first.map(String.init) })
        let unknown = charged.keys.count { id in !known.contains(id) && charged[id] != .zero }
        print("charged calls the ledger has as certain: \(unknown)")
    }

    private static func jpeg(seed: UInt64) throws -> [UInt8] {
        let (width, height) = (640, 480)
        var pixels = [UInt8](repeating: 200, count: width * height * 3)
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        for _ in 0..<30 {
            let color = [UInt8(next(256)), UInt8(next(256)), UInt8(next(256))]
            let (left, top) = (next(width), next(height))
            for y in top..<min(height, top + 8 + next(80)) {
                for x in left..<min(width, left + 8 + next(80)) {
                    for channel in 0..<3 { pixels[(y * width + x) * 3 + channel] = color[channel] }
                }
            }
        }
        return try ImageEncoder.jpeg(RGBImage(width: width, height: height, pixels: pixels), quality: 0.9)
    }
}
