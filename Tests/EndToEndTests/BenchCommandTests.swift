import Foundation
import Testing

/// Commands that write a made-up ledger and time what reads it. How long that took is not looked at.
struct BenchCommandTests {
    private static func withFolder(_ body: (_ folder: String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "torii-bench-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test
    func plansOverEveryDecisionItWrote() throws {
        try Self.withFolder { folder in
            let result = try ToriiProcess.run([
                "bench", "plan", "--data", folder, "--policies", TestServer.root + "/policies", "--rows", "2000",
            ])
            #expect(result.status == 0)
            #expect(result.output.contains("wrote 2000 decisions in "))
            #expect(result.output.contains("planned over 2000 uploads in "))
        }
    }

    @Test(arguments: [["ledger"], ["month", "--rows", "10000"], ["plan", "--rows", "10"]])
    func keepsOutOfAFolderThatHoldsSomething(bench: [String]) throws {
        try Self.withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: folder + "/torii.lock"))
            var arguments = ["bench", bench[0], "--data", folder] + bench.dropFirst()
            if bench[0] != "ledger" { arguments += ["--policies", TestServer.root + "/policies"] }
            let result = try ToolProcess.run(ToriiProcess.binary, arguments, joinsErrors: true)
            #expect(result.status == 1)
            #expect(result.output.contains("`\(folder)` is not empty, it holds `torii.lock`: name a new folder"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["torii.lock"])
        }
    }

    @Test
    func timesTheDial() throws {
        let result = try ToriiProcess.run([
            "bench", "dial", "--policies", TestServer.root + "/policies", "--rows", "1000",
        ])
        #expect(result.status == 0)
        for figure in ["a decision at an upload a second, µs", "a look of the slow loop, µs", "bytes of a memory"] {
            #expect(result.output.contains(figure))
        }
    }

    /// Retention ran beside the writes, and everything ties all the same.
    @Test
    func leavesAMonthThatTies() throws {
        try Self.withFolder { folder in
            let result = try ToriiProcess.run([
                "bench", "month", "--data", folder, "--policies", TestServer.root + "/policies", "--rows", "10000",
            ])
            #expect(result.status == 0)
            for figure in ["decisions written", "report of the month", "dashboard, a whole frame", "removed beside it"]
            {
                #expect(result.output.contains(figure))
            }
            let verification = try ToriiProcess.run(["ledger", "verify", "--data", folder])
            #expect(verification.status == 0)
            #expect(verification.output.contains("all ties"))
        }
    }
}
