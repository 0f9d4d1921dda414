import Foundation
import Testing

/// The demo by its binary: what a newcomer sees first.
@Suite(.timeLimit(.minutes(10)), .serialized) struct DemoTests {
    private static let pictures = [
        "--pictures", TestServer.root + "/Tests/Fixtures/pictures",
        "--pictures", TestServer.root + "/.cache/wallpapers",
        "--policies", TestServer.root + "/policies",
    ]

    private static func inFolder(_ body: (_ data: String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "torii-demo-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    /// A policy planned and applied, a cap that holds, a dial that turns, all on the demo's ledger.
    @Test func showsPlanCapAndDial() throws {
        try Self.inFolder { data in
            let result = try ToriiProcess.run(["demo", "--data", data, "--tour", "always"] + Self.pictures)
            #expect(result.status == 0, "\(result.output)")
            // Into a pipe as on a terminal of 80 columns.
            #expect(result.output.split(separator: "\n").filter { $0.count > 80 && !$0.contains(data) } == [])
            let output = result.output.replacing(#/\n */#, with: " ")
            for part in [
                "~ budget.daily ", "applied as r2: a small cap", "budget_exhausted", "never passed",
                "evening comes", "the dial moved sharpness from",
                "audits wrong", "ledger verified:", "difference 0.000000000 USD", "next, with this ledger:",
            ] { #expect(output.contains(part), "\(part)") }
            try Self.refusesAUsedFolder(data)
        }
    }

    /// What somebody began to use is not deleted by the next demo; what was not is.
    private static func refusesAUsedFolder(_ data: String) throws {
        func again() throws -> (status: Int32, output: String) {
            try ToolProcess.run(
                ToriiProcess.binary,
                ["demo", "--data", data, "--tour", "never"] + pictures,
                joinsErrors: true
            )
        }
        let file = data + "/mine.jpg"
        try Data().write(to: URL(fileURLWithPath: file))
        let cure = "name another --data, or remove it yourself\n"
        let withFile = try again()
        #expect(withFile.status == 1)
        #expect(withFile.output == "torii: `\(data)` holds `mine.jpg`, which no demo wrote: \(cure)")
        try FileManager.default.removeItem(atPath: file)
        let create = ["keys", "create", "--scope", "client", "--name", "my-app", "--data", data]
        #expect(try ToriiProcess.run(create).status == 0)
        let used = try again()
        #expect(used.status == 1)
        #expect(used.output.hasPrefix("torii: `\(data)` was used since its demo ("), "\(used.output)")
        #expect(used.output.hasSuffix(" now): \(cure)"), "\(used.output)")
    }

    /// No escape and no line drawn over where it goes into a log.
    @Test func writesNoProgressIntoLogs() throws {
        try Self.inFolder { data in
            let arguments = (["demo", "--data", data] + Self.pictures).map { "'\($0)'" }.joined(separator: " ")
            let result = try ToolProcess.run(
                "/bin/bash",
                ["-c", "'\(ToriiProcess.binary)' \(arguments)"],
                joinsErrors: true
            )
            #expect(result.status == 0, "\(result.output)")
            #expect(!result.output.contains("\u{1B}") && !result.output.contains("\r"))
            // The main job alone: its figures are those of the first page.
            #expect(!result.output.contains("never passed"))
            #expect(result.output.contains("next, with this ledger:"))
        }
    }

    /// A job that gives its commands a terminal gets the same.
    @Test func isPlainInAJobWithATerminal() throws {
        try Self.inFolder { data in
            let result = try ToolProcess.run(
                "\(TestServer.root)/.cache/venv/bin/python",
                [
                    "\(TestServer.root)/Tests/Tools/terminal/check.py", "runs_the_demo_plainly_in_a_job",
                    ToriiProcess.binary, TestServer.root, data,
                ],
                joinsErrors: true
            )
            #expect(result.status == 0 && result.output.hasPrefix("ok "), "\(result.output)")
        }
    }
}
