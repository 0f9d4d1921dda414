import Documents
import Foundation
import Testing

/// The command line as scripts use it: exit codes, one JSON line a file, errors that name what is wrong.
struct CommandLineTests {
    private static let policies = TestServer.root + "/policies"

    @Test
    func lintsTheTreesOwnPoliciesClean() throws {
        let result = try ToriiProcess.run(["policy", "lint", "--policies", Self.policies])
        #expect(result.status == 0)
        #expect(result.output == "ok: 0 errors, 0 warnings in 5 documents\n")
    }

    @Test
    func lintNamesEveryMistakeAndExitsOne() throws {
        let folder = NSTemporaryDirectory() + "torii-lint-\(UUID().uuidString)"
        let manager = FileManager.default
        try manager.copyItem(atPath: Self.policies, toPath: folder)
        defer { try? manager.removeItem(atPath: folder) }
        let path = folder + "/ios.json5"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing("sharpness: {", with: "sharpnes: {").replacing("sendRate: 0.466", with: "sendRate: 46.6")
            .write(toFile: path, atomically: true, encoding: .utf8)
        let result = try ToriiProcess.run(["policy", "lint", "--policies", folder, "--json"])
        #expect(result.status == 1)
        let root = try #require(DocumentReader.read(Array(result.output.utf8), file: "lint", dialect: .json).root)
        let codes = (root["diagnostics"]?.array ?? []).compactMap { $0["code"]?.string }
        #expect(codes.contains("policy.unknown-key"))
        #expect(codes.contains("policy.range"))
    }

    @Test
    func gatePrintsOneLineForEveryFile() throws {
        let folder = NSTemporaryDirectory() + "torii-gate-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let good = folder + "/good.jpg"
        let text = folder + "/page.jpg"
        try Data(try SharpPicture.jpeg(seed: 5)).write(to: URL(fileURLWithPath: good))
        try Data("<html></html>".utf8).write(to: URL(fileURLWithPath: text))
        let result = try ToriiProcess.run(
            ["gate", good, text, folder + "/absent.png", "--json", "--profile", "ios", "--policies", Self.policies]
        )
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n").compactMap {
            DocumentReader.read(Array($0.utf8), file: "line", dialect: .json).root
        }
        #expect(lines.count == 3)
        #expect(lines.map { $0["ok"]?.bool } == [true, false, false])
        #expect(lines[0]["width"]?.integer == 640)
        #expect(lines[0]["height"]?.integer == 480)
        #expect(lines[0]["verdict"]?.string == "send")
        #expect(
            lines[0]["scores"]?.object?.map(\.key) == [
                "sharpness", "attentionArea", "objectnessArea", "range", "texture",
            ]
        )
        #expect(lines[1]["error"]?["code"]?.string == "unsupported_media")
        let alone = try ToriiProcess.run(["gate", good, "--json", "--policies", Self.policies])
        #expect(alone.status == 0)
    }

    private static let exits: [(arguments: [String], status: Int32)] = [
        (["nonsense"], 2),
        (["policy"], 2),
        (["serve", "--prot", "1"], 2),
        (["serve", "--port", "x", "--data", "d"], 2),
        (["serve", "--data", ""], 2),
        (["ledger", "verify", "--data="], 2),
        (["report", "economics", "--data", "/nonexistent/folder"], 1),
        (["--help"], 0),
        (["policy", "lint", "--help"], 0),
        (["help", "exit-codes"], 0),
        (["completion", "bash"], 0),
        (["completion", "tcsh"], 2),
        (["--version"], 0),
        (["man"], 0),
    ]

    @Test(arguments: exits)
    func exitsAsPromised(arguments: [String], status: Int32) throws {
        #expect(try ToriiProcess.run(arguments).status == status)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completesInEveryShell(shell: String) throws {
        let script = try ToriiProcess.run(["completion", shell]).output
        #expect(script.contains("policy"))
        #expect(script.contains("apply"))
        guard shell == "bash" else { return }
        let bash = Process()
        let pipe = Pipe()
        bash.executableURL = URL(fileURLWithPath: "/bin/bash")
        bash.arguments = ["-n", "/dev/stdin"]
        bash.standardInput = pipe
        try bash.run()
        pipe.fileHandleForWriting.write(Data(script.utf8))
        try pipe.fileHandleForWriting.close()
        bash.waitUntilExit()
        #expect(bash.terminationStatus == 0)
    }

    @Test func printsAManualPageOfEveryCommand() throws {
        let page = try ToriiProcess.run(["man"]).output.split(separator: "\n")
        let overview = try ToriiProcess.run(["--help"]).output.split(separator: "\n")
        let group = try #require(overview.firstIndex(of: "Run:"))
        // Each in a column of 22, then what it does.
        let commands = overview[group...].filter { $0.hasPrefix("  ") }.map { $0.dropFirst(2).prefix(22) }
        #expect(commands.count > 40)
        for command in commands {
            let name = command.split(separator: "  ")[0]
            #expect(page.contains { $0.hasPrefix(".SS torii \(name) ") }, "\(name)")
        }
        let macros: Set<Substring> = [".TH", ".SH", ".SS", ".B", ".I", ".TP", ".PP", ".nf", ".fi", ".RS", ".RE"]
        #expect(page.filter { $0.hasPrefix(".") && !macros.contains($0.split(separator: " ")[0]) } == [])
    }

    /// What was blocked is sent again only on demand, and only once the safety settings are other ones.
    @Test(.timeLimit(.minutes(2)))
    func resendsABlockedPictureUnderOtherSettings() async throws {
        let server = try await TestServer(
            script: "{ rules: [ { match: { first: 1 }, action: { finish: 'SAFETY' } } ] }"
        )
        defer { server.end() }
        let picture = server.folder + "/picture.jpg"
        let other = server.folder + "/other.jpg"
        try Data(try SharpPicture.jpeg(seed: 5)).write(to: URL(fileURLWithPath: picture))
        try Data(try SharpPicture.jpeg(seed: 6)).write(to: URL(fileURLWithPath: other))
        let common = [
            "--data", server.data, "--policies", server.policies, "--gemini-base-url", server.emulatorURL, "--json",
        ]
        let first = try ToriiProcess.run(["classify", picture, "--profile", "ios"] + common)
        let answer = try #require(DocumentReader.read(Array(first.output.utf8), file: "a", dialect: .json).root)
        #expect(answer["reasons"]?.array?.first?.string == "upstream_blocked")
        let decision = try #require(answer["decisionId"]?.string)

        let report = try ToriiProcess.run(["report", "safety", "--data", server.data, "--json"])
        let blocks = DocumentReader.read(Array(report.output.utf8), file: "r", dialect: .json).root?["blocks"]?.array
        #expect(blocks?.map { $0["reason"]?.string } == ["SAFETY"])

        let resend = ["--resend", decision] + common
        #expect(try ToriiProcess.run(["classify", picture] + resend).status == 1)
        let path = server.policies + "/ios.json5"
        try String(contentsOfFile: path, encoding: .utf8)
            .replacing("hateSpeech: \"blockOnlyHigh\"", with: "hateSpeech: \"off\"")
            .write(toFile: path, atomically: true, encoding: .utf8)
        let applied = try ToriiProcess.run([
            "policy", "apply", "--policies", server.policies, "--data", server.data, "--reason", "test", "--yes",
        ])
        #expect(applied.status == 0)
        #expect(try ToriiProcess.run(["classify", other] + resend).status == 1)
        let second = try ToriiProcess.run(["classify", picture] + resend)
        #expect(second.status == 0)
        let again = DocumentReader.read(Array(second.output.utf8), file: "b", dialect: .json).root
        #expect(again?["outcome"]?.string == "sent")
        #expect(again?["policyRevision"]?.integer == 2)
        #expect(try ToriiProcess.run(["classify", picture, "--resend", "nobody"] + common).status == 1)
    }

    /// The same beside a server, which has the data folder: its journey, its policy, its ledger.
    @Test(.timeLimit(.minutes(2)))
    func resendsThroughTheRunningServer() async throws {
        let server = try await TestServer(
            script: "{ rules: [ { match: { first: 1 }, action: { finish: 'SAFETY' } } ] }"
        )
        defer { server.end() }
        let (process, _) = try await server.start()
        let picture = server.folder + "/picture.jpg"
        try Data(try SharpPicture.jpeg(seed: 5)).write(to: URL(fileURLWithPath: picture))
        let common = ["--data", server.data, "--json"]
        let first = try ToriiProcess.run(["classify", picture, "--profile", "ios"] + common)
        #expect(first.status == 0)
        let answer = try #require(DocumentReader.read(Array(first.output.utf8), file: "a", dialect: .json).root)
        #expect(answer["reasons"]?.array?.first?.string == "upstream_blocked")
        let resend = ["--resend", try #require(answer["decisionId"]?.string)] + common
        #expect(try ToriiProcess.run(["classify", picture] + resend).status == 1)
        let path = server.policies + "/ios.json5"
        try String(contentsOfFile: path, encoding: .utf8)
            .replacing("hateSpeech: \"blockOnlyHigh\"", with: "hateSpeech: \"off\"")
            .write(toFile: path, atomically: true, encoding: .utf8)
        let applied = try ToriiProcess.run([
            "policy", "apply", "--policies", server.policies, "--data", server.data, "--reason", "test", "--yes",
        ])
        #expect(applied.status == 0)
        let second = try ToriiProcess.run(["classify", picture] + resend)
        #expect(second.status == 0)
        let again = DocumentReader.read(Array(second.output.utf8), file: "b", dialect: .json).root
        #expect(again?["outcome"]?.string == "sent")
        #expect(again?["policyRevision"]?.integer == 2)
        // Not there, no such profile, and what the server has itself.
        #expect(try ToriiProcess.run(["classify", "/absent.jpg"] + common).status == 1)
        #expect(try ToriiProcess.run(["classify", picture, "--profile", "web"] + common).status == 1)
        #expect(try ToriiProcess.run(["classify", picture, "--policies", server.policies] + common).status == 2)
        #expect(process.terminate() == 0)
    }
}
