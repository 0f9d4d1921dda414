import Documents
import Foundation
import Testing

/// Where a command finds what its line does not say: flag, then variable, then file.
@Suite(.timeLimit(.minutes(3))) struct SettingsTests {
    private func folder(_ text: String?) throws -> String {
        let path = NSTemporaryDirectory() + "torii-settings-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try text?.write(toFile: path + "/torii.json5", atomically: true, encoding: .utf8)
        return path
    }

    private func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> (Int32, String) {
        let result = try ToriiProcess.run(arguments, environment: environment)
        return (result.status, result.output)
    }

    @Test func prefersFlagThenVariableThenFile() throws {
        let folder = try folder("{ data: 'from-file', port: 9191, policies: 'from-file' }")
        let (status, output) = try run(
            ["config", "show", "--origins", "--json", "--config", folder + "/torii.json5"],
            ["TORII_DATA": "from-variable", "TORII_WATCHRS": "3", "GEMINI_API_KEY": "secret-0123456789"]
        )
        #expect(status == 0 && !output.contains("secret-0123456789"))
        let root = try #require(DocumentReader.read(Array(output.utf8), file: "config", dialect: .json).root)
        func setting(_ name: String) -> [String?] {
            let found = root["settings"]?.array?.first { $0["name"]?.string == name }
            return [found?["value"]?.string, found?["origin"]?.string]
        }
        #expect(setting("data") == ["from-variable", "TORII_DATA"])
        #expect(setting("port") == ["9191", folder + "/torii.json5"])
        #expect(setting("host") == ["127.0.0.1", "default"])
        #expect(setting("watermark-key") == [nil, "default"])
        let shown = try run(["config", "show", "--origins", "--config", folder + "/torii.json5"]).1.split(
            separator: "\n"
        )
        let rows = shown.map { $0.split(separator: " ").map(String.init) }
        for row in [
            ["host", "127.0.0.1"], ["watchers", "64"], ["keep", "400"], ["server", "http://127.0.0.1:8080"],
        ] {
            #expect(rows.contains(row + ["default"]))
        }
        #expect(root["secretsSet"]?.array?.compactMap(\.string) == ["GEMINI_API_KEY"])
        #expect(root["unknownVariables"]?.array?.compactMap(\.string) == ["TORII_WATCHRS"])

        let policies = TestServer.root + "/policies"
        let variables = ["TORII_CONFIG": folder + "/torii.json5"]
        #expect(try run(["policy", "lint"], variables).0 == 1)
        #expect(try run(["policy", "lint", "--policies", policies], variables).0 == 0)
        #expect(try run(["policy", "lint"], variables.merging(["TORII_POLICIES": policies]) { $1 }).0 == 0)
    }

    @Test(arguments: [
        ("{ prt: 8080 }", ":1:3: unknown key `prt`; did you mean `port`?"),
        ("{ port: true }", ":1:3: `port` must be text that is not empty, or a number"),
        ("[]", "must be an object such as { port: 8080 }"),
        ("{ port: ", "error"),
    ])
    func namesTheMistakeInAFile(text: String, message: String) throws {
        let path = try folder(text) + "/torii.json5"
        let result = try ToolProcess.run(
            ToriiProcess.binary,
            ["config", "show", "--config", path],
            joinsErrors: true
        )
        #expect(result.status == 1)
        #expect(result.output.contains(path) && result.output.contains(message), "\(result.output)")
    }

    @Test func asksForAFileThatWasNamed() throws {
        let result = try ToolProcess.run(
            ToriiProcess.binary,
            ["config", "show", "--config", "/nowhere/torii.json5"],
            joinsErrors: true
        )
        #expect(result.status == 1 && result.output.contains("/nowhere/torii.json5"))
    }
}
