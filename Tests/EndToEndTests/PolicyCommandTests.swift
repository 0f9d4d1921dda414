import Documents
import Foundation
import Testing

/// The policy commands as an operator uses them, on a ledger without a server.
struct PolicyCommandTests {
    /// A data folder with r1 applied from a copy of the tree's policies.
    private final class Desk {
        let folder = NSTemporaryDirectory() + "torii-policy-\(UUID().uuidString)"
        var policies: String { folder + "/policies" }
        var data: String { folder + "/data" }

        init() throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: TestServer.root + "/policies", toPath: policies)
            let first = try run("apply", "--policies", policies, "--reason", "start", "--yes")
            try #require(first.status == 0)
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        func run(_ arguments: String...) throws -> (status: Int32, output: String) {
            try ToriiProcess.run(["policy", arguments[0], "--data", data] + arguments.dropFirst())
        }

        func json(_ arguments: String...) throws -> DocumentNode {
            let result = try ToriiProcess.run(
                ["policy", arguments[0], "--data", data, "--json"] + arguments.dropFirst()
            )
            return try #require(DocumentReader.read(Array(result.output.utf8), file: "json", dialect: .json).root)
        }

        func edit(_ old: String, _ new: String, in file: String = "ios.json5") throws {
            let path = policies + "/" + file
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try #require(text.contains(old))
            try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func showsDiffAppliesAndRollsBack() throws {
        let desk = try Desk()
        #expect(try desk.run("diff", "--policies", desk.policies, "--exit-code").status == 0)
        try desk.edit("min: 0.18, floor", "min: 0.21, floor")
        let diff = try desk.run("diff", "--policies", desk.policies)
        #expect(diff.status == 0)
        #expect(diff.output.contains("ios.json5\n  ~ gate.sharpness.min    0.18  ->  0.21\n"))
        #expect(try desk.run("diff", "--policies", desk.policies, "--exit-code").status == 2)
        #expect(try desk.run("diff", desk.policies).output == diff.output)
        #expect(try desk.run("diff", desk.policies, "--to", "1").status == 2)
        #expect(try desk.run("diff").status == 2)

        #expect(try desk.run("apply", "--policies", desk.policies, "--reason", "x", "--base", "7", "--yes").status == 4)
        #expect(try desk.run("apply", "--policies", desk.policies, "--reason", "x", "--base", "1", "--yes").status == 0)
        #expect(try desk.run("diff", "--policies", desk.policies, "--exit-code").status == 0)
        #expect(try desk.json("diff", "--from", "1", "--to", "2")["changes"]?.array?.count == 1)

        let back = try desk.run("rollback", "r1", "--reason", "too strict", "--yes")
        #expect(back.status == 0)
        #expect(back.output == "applied as revision 3\n")
        #expect(try desk.run("diff", "--from", "1", "--to", "3", "--exit-code").status == 0)
        func refusal(_ arguments: String...) throws -> String {
            let line = ["policy", arguments[0], "--data", desk.data] + arguments.dropFirst()
            return try ToolProcess.run(ToriiProcess.binary, line, joinsErrors: true).output
        }
        let missing = "torii: there is no revision 9: there are r1 to r3\n"
        #expect(try refusal("rollback", "9", "--reason", "none", "--yes") == missing)
        #expect(try refusal("diff", "--from", "9", "--to", "1") == missing)
        #expect(try refusal("history", "--profile", "web").contains("profile `web`; in force: android, ios"))
        #expect(try desk.run("rollback", "--reason", "none", "--yes").status == 1)
        #expect(try desk.run("rollback", "1", "--reason", "nobody answers").status == 2)
        let first = try desk.run("history", "--profile", "ios").output.split(separator: "\n").suffix(2)
        let size =
            #/  the first: 1 document, [0-9]+ lines, [0-9]+ settings; all of it: torii policy show .* --profile ios/#
        #expect(first.first?.hasPrefix("r1  ") == true)
        #expect(first.last?.wholeMatch(of: size) != nil)
        let lines = try desk.run("history").output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("r3  ") && lines[0].hasSuffix("  too strict"))
    }

    @Test(.timeLimit(.minutes(5)))
    func exportsByteForByteAndOverwritesNothing() throws {
        let desk = try Desk()
        let target = desk.folder + "/out"
        #expect(try desk.run("export", "--to", target).status == 0)
        for path in ["ios.json5", "prices.json5", "contracts/wallpaper.json5"] {
            let written = try Data(contentsOf: URL(fileURLWithPath: "\(target)/\(path)"))
            #expect(try written == Data(contentsOf: URL(fileURLWithPath: "\(desk.policies)/\(path)")))
        }
        #expect(try desk.run("export", "--to", target).status == 0)
        try "{}".write(toFile: target + "/ios.json5", atomically: true, encoding: .utf8)
        #expect(try desk.run("export", "--to", target).status == 1)
        #expect(try String(contentsOfFile: target + "/ios.json5", encoding: .utf8) == "{}")
        #expect(try desk.run("export", "--to", target, "--overwrite").status == 0)
        #expect(try String(contentsOfFile: target + "/ios.json5", encoding: .utf8) != "{}")
    }

    @Test(.timeLimit(.minutes(5)))
    func showsEverySettingWithItsOrigin() throws {
        let desk = try Desk()
        let shown = try desk.run("show", "--profile", "ios", "--effective", "--origins")
        #expect(shown.status == 0)
        let lines = shown.output.split(separator: "\n").map { $0.split(separator: " ") }
        let enabled = try #require(lines.first { $0.first == "gate.enabled" })
        #expect(enabled == ["gate.enabled", "true", "default"])
        let phase = try #require(lines.first { $0.first == "phase" })
        #expect(phase[1] == "\"enforce\"")
        #expect(phase[2].hasPrefix("ios.json5:"))
        #expect(try desk.run("show", "--profile", "web").status == 1)
        #expect(try desk.run("show", "--origins").status == 2)
        #expect(try desk.json("show", "--effective")["profiles"]?.array?.count == 2)
    }

    @Test(.timeLimit(.minutes(5)))
    func lintsOneDocumentByItsPath() throws {
        let desk = try Desk()
        try desk.edit("sharpness:", "sharpnes:")
        let file = try ToriiProcess.run(["policy", "lint", desk.policies + "/ios.json5", "--json"])
        #expect(file.status == 1)
        let root = try #require(DocumentReader.read(Array(file.output.utf8), file: "lint", dialect: .json).root)
        let diagnostic = try #require(root["diagnostics"]?.array?.first)
        #expect(diagnostic["hint"]?.string == "did you mean `sharpness`?")
        #expect(diagnostic["notes"]?.array?.first?.string?.hasPrefix("keys of gate: abstractBypass, ") == true)
        #expect(try ToriiProcess.run(["policy", "lint", desk.policies + "/android.json5"]).status == 0)
        #expect(try ToriiProcess.run(["policy", "lint", desk.policies]).status == 1)
        #expect(try ToriiProcess.run(["policy", "lint", desk.policies + "/absent.json5"]).status == 1)
    }

    @Test(.timeLimit(.minutes(5)))
    func plansWithItsExitCodes() throws {
        let desk = try Desk()
        let same = try desk.run("plan", desk.policies, "--exit-code")
        #expect(same.status == 0)
        #expect(same.output == "Plan: nothing to change; r1 holds these documents.\n")
        try desk.edit("daily: \"3.00 USD\"", "daily: \"2.90 USD\"")
        #expect(try desk.run("plan", desk.policies, "--exit-code").status == 2)
        try desk.edit("min: 0.18, floor", "min: 0.21, floor")
        let plan = try desk.run("plan", desk.policies + "/ios.json5")
        #expect(plan.status == 0)
        #expect(plan.output.hasPrefix("ios  r1 -> proposed    replayed 0 uploads, none recorded\n"))
        #expect(plan.output.contains("  ~ gate.sharpness.min"))
        #expect(plan.output.contains("no recorded upload of ios to replay"))
        #expect(try desk.json("plan", desk.policies)["schema"]?.string == "torii.plan/1")
        try desk.edit("scoreSpace: \"torii/1\"", "scoreSpace: \"apple-vision/18\"", in: "android.json5")
        #expect(try desk.run("plan", desk.policies, "--exit-code").status == 3)
        #expect(try desk.run("plan", desk.policies, "--days", "0").status == 2)
        let days = ["2026-12-01", "2026-12-01", "2026-11-30"]
        #expect(try desk.run("plan", desk.policies, "--from", days[0], "--to", days[1]).status == 0)
        #expect(try desk.run("plan", desk.policies, "--from", days[0], "--to", days[2]).status == 2)
        #expect(try desk.run("plan", desk.policies, "--profile", "web").status == 1)
        try desk.edit("phase:", "fase:")
        #expect(try desk.run("plan", desk.policies, "--exit-code").status == 1)
    }

    @Test(.timeLimit(.minutes(5)))
    func judgesAFolderOfPictures() throws {
        let desk = try Desk()
        let pictures = desk.folder + "/pictures"
        try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
        try Data(try SharpPicture.jpeg(seed: 5)).write(to: URL(fileURLWithPath: pictures + "/sharp.jpg"))
        try Data("no picture".utf8).write(to: URL(fileURLWithPath: pictures + "/text.jpg"))
        try desk.edit("min: 0.18, floor: 0.05, ceiling: 0.4", "min: 1, floor: 0.05, ceiling: 1")
        let plan = try desk.json("plan", desk.policies, "--profile", "ios", "--pictures", pictures)
        let profile = try #require(plan["profiles"]?.array?.first)
        #expect(profile["pictures"]?.integer == 1)
        #expect(profile["today"]?["sent"]?.integer == 1)
        #expect(profile["proposed"]?["rejects"]?["too_blurry"]?.integer == 1)
        #expect(profile["changed"]?.array?.compactMap(\.string) == [pictures + "/sharp.jpg"])
        #expect(plan["unreadable"]?.array?.count == 1)
        let page = desk.folder + "/page.html"
        let shown = try desk.run("plan", desk.policies, "--pictures", pictures, "--html", page)
        #expect(shown.status == 0)
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.contains("<b>ios: sent to too_blurry</b>"))
        #expect(html.contains("src=\"data:image/jpeg;base64,"))
    }

    @Test(.timeLimit(.minutes(5)))
    func appliesABrokenLimitOnlyByItsName() throws {
        let desk = try Desk()
        try desk.edit("scoreSpace: \"torii/1\"", "scoreSpace: \"apple-vision/18\"", in: "android.json5")
        #expect(try desk.run("apply", "--policies", desk.policies, "--reason", "x", "--yes").status == 3)
        #expect(try desk.json("show")["revision"]?.integer == 1)
        let other = ["--accept-limit", "falseRejects"]
        #expect(
            try desk.run("apply", "--policies", desk.policies, "--reason", "x", "--yes", other[0], other[1]).status == 3
        )
        let named = try desk.run(
            "apply",
            "--policies",
            desk.policies,
            "--reason",
            "x",
            "--yes",
            "--accept-limit",
            "scoreSpace"
        )
        #expect(named.status == 0)
        // Whoever goes back is not held up by what that breaks.
        #expect(try desk.run("rollback", "1", "--reason", "back", "--yes").status == 0)
    }

    @Test(.timeLimit(.minutes(5)))
    func freezesAndThawsWithoutAServer() throws {
        let desk = try Desk()
        func run(_ word: String) throws -> String {
            try ToriiProcess.run([word, "--data", desk.data, "--reason", "strange bill"]).output
        }
        #expect(try run("thaw") == "spending is not frozen\n")
        #expect(try run("freeze") == "frozen: no call is made until `torii thaw`\n")
        #expect(try run("freeze") == "spending is frozen already\n")
        #expect(try run("thaw") == "thawed: calls are made again, within their caps\n")
        #expect(try ToriiProcess.run(["freeze", "--data", desk.data]).status == 2)
    }

    @Test(.timeLimit(.minutes(5)))
    func projectsFromNothingWithoutAGuess() throws {
        let desk = try Desk()
        let svg = desk.folder + "/ios.svg"
        let text = try desk.run("project", "--profile", "ios", "--svg", svg)
        #expect(text.status == 0)
        #expect(text.output == "ios, phase enforce: 0 uploads, none recorded\n")
        let picture = try String(contentsOfFile: svg, encoding: .utf8)
        #expect(picture.hasPrefix("<svg "))
        #expect(picture.contains("<title>What thresholds of ios would save and risk</title>"))
        #expect(!picture.contains("<script"))
        let json = try desk.json("project", "--profile", "ios")
        #expect(json["curves"]?.array?.compactMap { $0["points"]?.array?.count } == [101, 101])
        #expect(try desk.run("project", "--profile", "web").status == 1)
    }
}
