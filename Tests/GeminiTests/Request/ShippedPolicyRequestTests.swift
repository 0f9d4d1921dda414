import Documents
import Policy
import Testing

@testable import Gemini

/// What this repository's own policies would send to every model family they know.
@Suite struct ShippedPolicyRequestTests {
    /// A snapshot for every profile and family.
    private func snapshots() throws -> [PolicySnapshot] {
        let set = try ShippedPolicies.set()
        return try set.profiles.values.flatMap { profile in
            let contract = try #require(set.contracts[profile.cloud.contract])
            return set.models.map { capabilities in
                PolicySnapshot(
                    revision: 1,
                    profile: profile,
                    set: set,
                    contract: contract,
                    capabilities: capabilities,
                    zone: .utc
                )
            }
        }
    }

    /// Unlimited thinking eats `maxOutputTokens`, and the default resolution costs four times the tokens.
    @Test func alwaysLimitThinkingAndResolution() throws {
        let snapshots = try snapshots()
        #expect(snapshots.count >= 20)
        for snapshot in snapshots {
            let body = GeminiClient.requestBody(jpeg: [0xFF, 0xD8], snapshot: snapshot)
            let config = try #require(
                DocumentReader.read(body, file: "body", dialect: .json).root?["generationConfig"]
            )
            let thinking = try #require(config["thinkingConfig"]?.object)
            #expect(thinking.count == 1)
            #expect(["thinkingBudget", "thinkingLevel"].contains(thinking[0].key))
            #expect(config["mediaResolution"]?.string == "MEDIA_RESOLUTION_LOW", "\(snapshot.capabilities.prefix)")
            #expect((config["temperature"] != nil) == snapshot.capabilities.sampling)
            #expect(config["candidateCount"] == nil)
        }
    }

    /// The schema is sent and paid for once: a prompt that repeats it pays twice.
    @Test func doNotRepeatTheSchemaInThePrompt() throws {
        for contract in try ShippedPolicies.set().contracts.values {
            for prompt in contract.prompts.values {
                for field in contract.fields {
                    #expect(!(prompt.system + prompt.user).contains(field.name))
                }
            }
        }
    }

    /// The largest bills seen for a picture on these families, with text tokens far above what the prompts have had.
    @Test func holdMoreThanAnyBillSeen() throws {
        for snapshot in try snapshots() {
            let ceiling = GeminiClient.inputTokenCeiling(snapshot: snapshot, width: 512, height: 288)
            let picture = snapshot.capabilities.imageTokens == .grid ? 280 : 258
            #expect(ceiling >= 900 + picture, "\(snapshot.capabilities.prefix)")
            #expect(ceiling < 8_000, "\(snapshot.capabilities.prefix)")
        }
    }

    /// An unknown keyword is a 400, and a number can be written without end.
    @Test(arguments: SchemaForm.allCases) func askForWordsAloneInKeywordsThatAreTaken(form: SchemaForm) throws {
        let taken: Set<String> = [
            "type", "properties", "required", "propertyOrdering", "enum", "nullable", "items", "minItems", "maxItems",
        ]
        for contract in try ShippedPolicies.set().contracts.values {
            var schemas = [ResponseSchema.json(of: contract, form: form)]
            var types: Set<String> = []
            while let schema = schemas.popLast() {
                guard case .object(let members) = schema else {
                    Issue.record("\(schema)")
                    return
                }
                for member in members {
                    #expect(taken.contains(member.key), "\(member.key)")
                    switch (member.key, member.value) {
                    case ("type", .string(let type)): types.insert(type)
                    case ("items", let inner): schemas.append(inner)
                    case ("properties", .object(let inner)): schemas += inner.map(\.value)
                    default: break
                    }
                }
            }
            #expect(types == ["OBJECT", "STRING", "ARRAY"])
        }
    }

    /// A hint leaves the judgement to the model: it says how little it is worth, and names no answer.
    @Test func hintWithoutNamingAnAnswer() throws {
        for contract in try ShippedPolicies.set().contracts.values {
            let values = contract.fields.flatMap { field -> [String] in
                switch field.kind {
                case .choice(let values), .choices(let values, _): values
                case .words: []
                }
            }
            for (language, prompt) in contract.prompts {
                #expect(Set(prompt.hints.keys) == [.photoLike, .illustrationLike, .abstract], "\(language)")
                for hint in prompt.hints.values {
                    let words = Set(hint.lowercased().split { !$0.isLetter && $0 != "_" }.map(String.init))
                    #expect(words.isDisjoint(with: values), "\(hint)")
                    #expect(hint.contains(language == "ja" ? "誤りも多い" : "often wrong"))
                    #expect(hint.contains(language == "ja" ? "ご自身の目で判断" : "Judge for yourself"))
                }
            }
        }
    }

    /// No contract is hinted at unless a profile says so.
    @Test func giveNoHintUnasked() throws {
        for snapshot in try snapshots() {
            let plain = GeminiClient.requestBody(jpeg: [1], snapshot: snapshot)
            #expect(GeminiClient.requestBody(jpeg: [1], snapshot: snapshot, seenAs: .photoLike) == plain)
        }
    }
}
