import Economics
import Policy

/// How long a load took, whole and call by call.
package struct BenchmarkLoad: Sendable {
    package let seconds: Double
    /// In ascending order.
    private let calls: [Duration]

    /// The time within which that share of the calls was done.
    package func milliseconds(at share: Double) -> Double {
        guard let last = calls.indices.last else { return 0 }
        return calls[Int(Double(last) * share)] / .milliseconds(1)
    }

    /// Runs `call` so many times on each of so many tasks at once. The first error ends it.
    package static func run(
        workers: Int,
        each: Int,
        _ call: @escaping @Sendable (_ worker: Int, _ number: Int) async throws(LedgerError) -> Void
    ) async -> Result<BenchmarkLoad, LedgerError> {
        let start = ContinuousClock.now
        let parts = await withTaskGroup(of: Result<[Duration], LedgerError>.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var calls: [Duration] = []
                    for number in 0..<each {
                        let begin = ContinuousClock.now
                        do throws(LedgerError) {
                            try await call(worker, number)
                        } catch {
                            return .failure(error)
                        }
                        calls.append(begin.duration(to: .now))
                    }
                    return .success(calls)
                }
            }
            var parts: [Result<[Duration], LedgerError>] = []
            for await part in group { parts.append(part) }
            return parts
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        do throws(LedgerError) {
            var calls: [Duration] = []
            for part in parts { calls += try part.get() }
            return .success(BenchmarkLoad(seconds: seconds, calls: calls.sorted()))
        } catch {
            return .failure(error)
        }
    }

    // MARK: What is written

    private static let moment = Timestamp.seconds(1_796_040_000)

    /// As large as an upload's usual row: scores, thresholds and an answer of 700 bytes.
    package static func decision(_ id: String) -> DecisionRecord {
        DecisionRecord(
            id: id,
            route: .classify,
            profile: "android",
            revision: 1,
            at: moment,
            hour: moment,
            verdict: .send,
            outcome: .sent,
            source: .cloud,
            reasons: [.gatePassed],
            judged: true,
            scoreSpace: "torii/1",
            evidence: Evidence(
                sharpness: 0.31,
                attentionArea: 0.22,
                objectnessArea: 0.18,
                range: 61.5,
                texture: 0.4,
                coarse: .photoLike,
                ownWatermark: false
            ),
            thresholds: Thresholds(sharpness: 0.18, saliencyArea: 0.06),
            image: DecisionRecord.Image(
                sha256: [UInt8](repeating: 0xA5, count: 32),
                bytes: 150_000,
                format: "jpeg",
                width: 1_024,
                height: 768
            ),
            cost: .zero,
            model: "gemini-3.5-flash-lite",
            emulated: true,
            latencyMicros: 640_000,
            gateMicros: 9_000,
            idempotency: DecisionRecord.Idempotency(scope: "bench", key: id),
            answer: [UInt8](repeating: UInt8(ascii: "x"), count: 700),
            answerStatus: 200
        )
    }

    /// In a day and a month that all holds share: the hottest case.
    package static func hold(_ id: String) -> HoldRequest {
        let limit = Money(nanoUSD: .max / 2)
        let day = BudgetWindow(kind: .day, id: "2026-11-30", start: moment, end: moment.advanced(bySeconds: 86_400))
        let month = BudgetWindow(kind: .month, id: "2026-11", start: moment, end: moment.advanced(bySeconds: 86_400))
        return HoldRequest(
            decisionID: id,
            attempt: 1,
            profile: "android",
            revision: 1,
            model: "gemini-3.5-flash-lite",
            tier: "standard",
            priceID: "gemini-3.5-flash-lite/standard/2026-07-21",
            amount: Money(nanoUSD: 1_600_000),
            windows: [
                CapWindow(holder: .profile("android"), window: day, limit: limit),
                CapWindow(holder: .profile("android"), window: month, limit: limit),
            ],
            at: moment,
            hour: moment
        )
    }

    package static func settlement(_ id: String, result: String = "ok") -> Settlement {
        Settlement(
            decisionID: id,
            attempt: 1,
            cost: Money(nanoUSD: 682_000),
            usage: TokenUsage(prompt: 1_200, candidates: 90, total: 1_290, image: 280),
            modelVersion: "gemini-3.5-flash-lite",
            priceID: "gemini-3.5-flash-lite/standard/2026-07-21",
            responseID: "response",
            result: result,
            uncertain: false,
            emulated: true,
            latencyMicros: 420_000,
            at: moment,
            facts: AnswerFacts(
                schema: "wallpaper/1",
                mediaResolution: "low",
                repaired: false,
                estimatedInput: 1_180,
                estimatedImage: 264
            )
        )
    }

    package static func answer(_ number: Int) -> CachedAnswer {
        CachedAnswer(
            key: Array("\(number)".utf8),
            classification: [],
            modelVersion: "",
            decisionID: "",
            emulated: true,
            at: moment
        )
    }
}
