import Ledger
import Testing

/// `POST /v1/gate`: numbers as clients write them.
struct GateNumberTests {
    /// Sharpness as clients write it, and the reading of it: nil is missing, a text a warning.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("0.1", true, []), (".1", nil, []), ("\".1\"", true, ["number_as_string"]),
            ("\"1e-1\"", true, ["number_as_string"]), ("\"10%\"", true, ["number_as_string", "scaled_percent"]),
            ("\"10 %\"", true, ["number_as_string", "scaled_percent"]),
            ("\"\u{A0}0,1\"", true, ["number_as_string", "decimal_comma"]),
            ("\"0,123\"", true, ["number_as_string", "decimal_comma"]),
            ("\"\u{660}\u{66B}\u{661}\"", true, ["number_as_string"]),
            ("\"\u{2212}0.0001\"", true, ["number_as_string"]), ("\"+0.5\"", false, ["number_as_string"]),
            ("\"00,123\"", true, ["number_as_string", "decimal_comma"]),
            ("\"1,7e-1\"", true, ["number_as_string", "decimal_comma"]),
            ("\"17 %\"", true, ["number_as_string", "scaled_percent"]),
            ("1.0005", false, []), ("1", false, []),
        ] as [(String, Bool?, [String])]
    )
    func readsNumbersAsTheyAreWritten(text: String, isBlurry: Bool?, normalised: [String]) async throws {
        try await GateCase.judged { server in
            let answer = try await server.ask(GateCase.base(sharpness: text))
            guard let isBlurry else {
                #expect(answer.string("code") == "invalid_json")
                return
            }
            #expect(answer["reasons"]?.array?.contains { $0["code"]?.string == "too_blurry" } == isBlurry)
            #expect(answer.strings("normalised") == normalised)
            #expect(answer.strings("warnings") == [])
        }
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("null", []), ("-1", []), ("\"\"", []), ("\"-1\"", []), ("\"nan\"", []), ("\"null\"", []), ("\"n/a\"", []),
            ("true", ["unusable_sharpness"]), ("\"0x1p-3\"", ["unusable_sharpness"]),
            ("\"1.234,5\"", ["unusable_sharpness"]), ("\"1,2,3\"", ["unusable_sharpness"]),
            ("\"abc\"", ["unusable_sharpness"]), ("{}", ["unusable_sharpness"]), ("\"1e9999\"", ["unusable_sharpness"]),
            ("\"0 1\"", ["unusable_sharpness"]), ("\"1 234\"", ["unusable_sharpness"]),
            ("\"1,234e-4\"", ["unusable_sharpness"]), ("\"1,234 %\"", ["unusable_sharpness"]),
            ("\"1.\"", ["unusable_sharpness"]), ("\"1e\"", ["unusable_sharpness"]),
            ("\"1  %\"", ["unusable_sharpness"]), ("\"½\"", ["unusable_sharpness"]), ("\" NaN \"", []),
            ("\"-1.0\"", []), ("\"−١\"", []),
            ("\"inf\"", ["unusable_sharpness"]), ("\"--1\"", ["unusable_sharpness"]),
        ] as [(String, [String])]
    )
    func takesNothingForASharpnessThatCannotBeRead(text: String, warnings: [String]) async throws {
        try await GateCase.judged { server in
            let answer = try await server.ask(GateCase.base(sharpness: text))
            #expect(answer["reasons"]?.array?.compactMap { $0["code"]?.string } == ["low_saliency"])
            #expect(answer.strings("warnings") == warnings)
            #expect(try await server.decisions().first?.evidence.sharpness == nil)
        }
    }
}
