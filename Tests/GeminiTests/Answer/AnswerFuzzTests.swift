import Documents
import Policy
import TestSupport
import Testing

@testable import Gemini

/// Answers broken at random: reading them never crashes and never lets a value out that the contract does not have.
@Suite struct AnswerFuzzTests {
    private static let seeds: [String] = [
        Answers.body(text: Answers.clean),
        Answers.body(text: "```json\n\(Answers.clean)\n```"),
        Answers.body(text: Answers.clean + Answers.clean),
        Answers.body(text: Answers.clean("calm", "SACRED")),
        Answers.body(text: Answers.clean(#"["ipad"]"#, #"["IPAD","ipad","mac_desktop","tv"]"#)),
        Answers.body(text: Answers.clean("mist", "Rote Sonne"), finish: "MAX_TOKENS"),
        #"{"promptFeedback":{"blockReason":"OTHER"},"usageMetadata":{"promptTokenCount":560}}"#,
        #"[{"error":{"code":429,"message":"m","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"PerDay"}]},{"retryDelay":"58.9s"}]}}]"#,
    ]

    /// Pieces that mean something to one of the readers.
    private static let pieces = [
        "{", "}", "[", "]", "\"", "\\\"", "\\", ",", ":", "null", "-1", "1e999", "```", "\\u0000", "\\ud83d", "é",
        "\u{0}",
        "nature", "NATURE", "#FFF", "STOP", "9223372036854775807", "\\\"mood\\\":\\\"x\\\",", "true",
        "\"thought\":true,",
    ].map { Array($0.utf8) }

    @Test(arguments: [11, 12, 13, 14] as [UInt64])
    func neverLetsAnOutOfContractValueThrough(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var accepted = 0
        for round in 0..<4_000 {
            var body = Array(Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &generator)].utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) { Self.mutate(&body, using: &generator) }
            let status = [200, 200, 200, 200, 201, 400, 429, 503].randomElement(using: &generator) ?? 200
            let answer = AnswerReader(status: status, headers: [], body: body, contract: Samples.contract)
            if let usage = answer.usage {
                #expect(usage.prompt > 0 && usage.cached <= usage.prompt && usage.image <= usage.prompt, "seed \(seed)")
                #expect(usage.candidates >= 0 && usage.thoughts >= 0 && usage.toolUse >= 0, "seed \(seed), \(round)")
            }
            guard case .ok(let value) = answer.outcome else {
                #expect(answer.repairs.isEmpty, "seed \(seed), round \(round)")
                continue
            }
            accepted += 1
            #expect(Self.conforms(value), "seed \(seed), round \(round): \(String(decoding: body, as: UTF8.self))")
        }
        // Otherwise the loop would have shown nothing.
        #expect(accepted > 100, "seed \(seed)")
    }

    private static func mutate(_ body: inout [UInt8], using generator: inout SeededGenerator) {
        guard !body.isEmpty else { return }
        let at = Int.random(in: 0..<body.count, using: &generator)
        let end = min(body.count, at + Int.random(in: 1...12, using: &generator))
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: body[at] = UInt8.random(in: 0...255, using: &generator)
        case 1: body.removeSubrange(at..<end)
        case 2: body.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: at)
        case 3: body.replaceSubrange(at..<end, with: pieces.randomElement(using: &generator) ?? [])
        case 4: body.insert(contentsOf: Array(body[at..<end]), at: at)
        default: body[at] ^= 0x20
        }
    }

    /// The contract again, written apart from the code under test.
    private static func conforms(_ value: JSON) -> Bool {
        guard case .object(let members) = value, members.map(\.key) == Samples.contract.fields.map(\.name) else {
            return false
        }
        let categories = ["nature", "urban", "japanese_art"]
        return isOne(members[0].value, of: categories)
            && (members[1].value == .null || isOne(members[1].value, of: categories))
            && isOne(members[2].value, of: ["calm", "sacred", "neutral"])
            && isList(members[3].value, count: 3...6) { word in
                !word.isEmpty
                    && word.split(separator: "_", omittingEmptySubsequences: false).allSatisfy { part in
                        !part.isEmpty
                            && part.utf8.allSatisfy { Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8).contains($0) }
                    }
            }
            && isList(members[4].value, count: 0...3) { word in
                word.utf8.count == 7 && word.utf8.first == UInt8(ascii: "#")
                    && word.utf8.dropFirst().allSatisfy { Array("0123456789abcdef".utf8).contains($0) }
            }
            && isList(members[5].value, count: 0...3) { ["iphone_lock", "ipad", "mac_desktop"].contains($0) }
    }

    private static func isOne(_ value: JSON, of values: [String]) -> Bool {
        values.contains { value == .string($0) }
    }

    private static func isList(_ value: JSON, count: ClosedRange<Int>, _ fits: (String) -> Bool) -> Bool {
        guard case .array(let items) = value, count.contains(items.count), Set(items).count == items.count else {
            return false
        }
        return items.allSatisfy { if case .string(let word) = $0 { fits(word) } else { false } }
    }
}
