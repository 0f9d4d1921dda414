internal import Documents
internal import Emulator
internal import Gate
internal import Gemini
internal import Imaging
internal import Platform
internal import Policy

/// Answers that are broken in every way the emulator knows: none may reach a caller that is not of the contract.
enum MalformedAnswers {
    private static let script = """
        { rules: [
          { match: { probability: 0.15 }, action: { malformed: "outOfSet" } },
          { match: { probability: 0.2 }, action: { malformed: "truncated" } },
          { match: { probability: 0.2 }, action: { malformed: "fences" } },
          { match: { probability: 0.2 }, action: { malformed: "trailing" } },
          { match: { probability: 0.2 }, action: { malformed: "split" } },
          { match: { probability: 0.1 }, action: { empty: "noParts" } },
          { match: { probability: 0.1 }, action: { empty: "noText" } },
          { match: { probability: 0.1 }, action: { thinkEatsBudget: true } },
        ] }
        """

    static func run(_ count: Int) async throws {
        let snapshot = try Policies.snapshot()
        let emulator = try Emulator(.init(script: Array(script.utf8)))
        let http = HTTPClient()
        let client = GeminiClient(http: http, baseURL: emulator.baseURL, key: "key-0123456789")
        let pixels = (0..<64 * 48 * 3).map { UInt8(truncatingIfNeeded: $0 &* 7 / 5) }
        let jpeg = try ImageEncoder.jpeg(RGBImage(width: 64, height: 48, pixels: pixels), quality: 0.8)
        let body = GeminiClient.requestBody(jpeg: jpeg, snapshot: snapshot)
        let tally = Locked<[String: Int]>([:])
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<16 {
                group.addTask {
                    for _ in stride(from: worker, to: count, by: 16) {
                        let attempt = await client.attempt(
                            body: body,
                            model: "gemini-3.5-flash-lite",
                            contract: snapshot.contract,
                            deadline: .now + .seconds(60),
                            attemptID: "m"
                        )
                        let word = word(for: attempt, contract: snapshot.contract)
                        tally.withLock { $0[word, default: 0] += 1 }
                    }
                }
            }
        }
        http.close()
        await emulator.stop()
        let counts = tally.withLock { $0 }
        let words = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        print("\(count) emulated calls:", words.joined(separator: ", "))
        print("malformed answers that reached a caller: \(counts["OUT OF CONTRACT", default: 0]) of \(count)")
    }

    private static func word(for attempt: GeminiAttempt, contract: Contract) -> String {
        switch attempt.outcome {
        case .ok(let value) where !conforms(value, to: contract): "OUT OF CONTRACT"
        case .ok: attempt.repaired ? "repaired" : "as written"
        case .malformed: "refused as malformed"
        case .empty: "refused as empty"
        case .truncated: "refused as truncated"
        default: "other"
        }
    }

    /// The contract again, written apart from the client.
    private static func conforms(_ value: JSON, to contract: Contract) -> Bool {
        guard case .object(let members) = value, members.map(\.key) == contract.fields.map(\.name) else { return false }
        return zip(members, contract.fields).allSatisfy { member, field in
            switch (field.kind, member.value) {
            case (_, .null): field.nullable
            case (.choice(let values), .string(let text)): values.contains(text)
            case (.choices(let values, let count), .array(let items)):
                count.contains(items.count) && Set(items).count == items.count
                    && items.allSatisfy { item in values.contains { item == .string($0) } }
            case (.words(let pattern, let count), .array(let items)):
                count.contains(items.count) && Set(items).count == items.count
                    && items.allSatisfy { isWord($0, pattern) }
            default: false
            }
        }
    }

    private static func isWord(_ item: JSON, _ pattern: Contract.Field.Pattern) -> Bool {
        guard case .string(let word) = item else { return false }
        switch pattern {
        case .snakeCase:
            let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789_".utf8)
            return !word.isEmpty && word.utf8.allSatisfy { letters.contains($0) }
        case .hexColor:
            return word.utf8.count == 7 && word.utf8.first == UInt8(ascii: "#")
                && word.utf8.dropFirst().allSatisfy { Array("0123456789abcdef".utf8).contains($0) }
        }
    }
}
