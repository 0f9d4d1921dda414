import Documents
import Foundation
import Glibc
import TestSupport
import Testing

/// Revenue, bills and copies as an operator handles them, beside a running server and without one.
struct MoneyCommandTests {
    private static let report = """
        date,timeZone,profile,source,country,impressions,revenueMicros,currency,status,asOf
        2026-10-14,America/Los_Angeles,ios,admob.network,JP,15546,64310000,USD,estimated,2026-10-16T02:00:00Z
        2026-10-15,America/Los_Angeles,ios,admob.network,JP,15000,60000000,USD,estimated,2026-10-16T02:00:00Z

        """

    private static func json(_ text: String) throws -> DocumentNode {
        try #require(DocumentReader.read(Array(text.utf8), file: "json", dialect: .json).root)
    }

    @Test(.timeLimit(.minutes(5)))
    func takesRevenueThroughTheServerAndWithoutOne() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let file = "\(server.folder)/revenue.csv"
        try Self.report.write(toFile: file, atomically: true, encoding: .utf8)
        func take(_ more: String...) throws -> (status: Int32, output: String) {
            try ToriiProcess.run(["revenue", "import", "--data", server.data, file] + more)
        }
        #expect(try take().output == "2 new figures, 0 restated, 0 as they were\n")
        #expect(try take().output == "0 new figures, 0 restated, 2 as they were\n")
        let report = try await server.json(
            "\(url)/v1/reports/economics?from=2026-10-14&to=2026-10-16&profile=ios&format=json"
        )
        #expect(report["totals"]?["revenueReportedNanoUSD"]?.integer == 124_310_000_000)
        #expect(report["totals"]?["revenueStatus"]?.string == "reported")
        #expect(process.terminate() == 0)

        // Now the command writes itself. Another figure is another edition.
        try Self.report.replacing("64310000", with: "64000000").write(toFile: file, atomically: true, encoding: .utf8)
        let restated = try Self.json(try take("--json").output)
        #expect(restated["restated"]?.integer == 1)
        #expect(restated["changes"]?.array?.first?["edition"]?.integer == 2)
        let closed = try ToriiProcess.run([
            "revenue", "close", "--data", server.data, "--month", "2026-10", "--source", "admob.network", "--total",
            "123.00 USD",
        ])
        #expect(closed.status == 0)
        let export = try ToriiProcess.run([
            "revenue", "export", "--data", server.data, "--from", "2026-10", "--to", "2026-10",
        ])
        try export.output.write(toFile: file, atomically: true, encoding: .utf8)
        // Two rows and an adjustment for each; read back, they change nothing.
        #expect(export.output.split(separator: "\n").count == 5)
        #expect(try take().output == "0 new figures, 0 restated, 4 as they were\n")
        let other = Self.report.replacing("admob.network", with: "max")
        try other.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try take().status == 1)
    }

    @Test(.timeLimit(.minutes(5)))
    func copiesTheLedgerBesideTheServerAndPutsItBack() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let key = try server.makeKey()
        _ = try await server.upload(try SharpPicture.jpeg(seed: 5), to: url, key: key).get()
        let copy = "\(server.folder)/copy.sqlite"
        let made = try Self.json(
            try ToriiProcess.run(["backup", "--data", server.data, "--to", copy, "--json"]).output
        )
        #expect(made["decisions"]?.integer == 1)
        #expect(made["revision"]?.integer == 1)
        #expect(try ToriiProcess.run(["backup", "--data", server.data, "--to", copy]).status == 1)
        #expect(try ToriiProcess.run(["restore", "--from", copy, "--data", server.data]).status == 4)
        #expect(process.terminate() == 0)
        let restored = "\(server.folder)/restored"
        #expect(try ToriiProcess.run(["restore", "--from", copy, "--data", restored]).status == 0)
        #expect(try ToriiProcess.run(["ledger", "verify", "--data", restored]).status == 0)
    }

    /// What is no copy is told as such, and no server is to be started for it.
    @Test(.timeLimit(.minutes(1)), arguments: ["/dev/zero", "/dev/null", "empty", "text", "pipe", "absent"])
    func restoresNothingFromWhatIsNoCopy(name: String) throws {
        let folder = try TemporaryFolder()
        let file = name.hasPrefix("/") ? name : folder.file(name)
        switch name {
        case "empty": try Data().write(to: URL(fileURLWithPath: file))
        case "text": try Data("SQLite, no".utf8).write(to: URL(fileURLWithPath: file))
        case "pipe": #expect(unsafe mkfifo(file, 0o600) == 0)
        default: break
        }
        let restore = ["restore", "--from", file, "--data", folder.file("data")]
        let result = try ToolProcess.run(ToriiProcess.binary, restore, joinsErrors: true)
        #expect(result.status == 1)
        let told =
            name == "absent"
            ? "torii: there is no file `\(file)`: nothing was restored\n"
            : "torii: `\(file)` is no copy of a ledger: --from takes a file that `torii backup` made\n"
        #expect(result.output == told)
        #expect(!FileManager.default.fileExists(atPath: folder.file("data")))
    }

    /// No figure that rests on the emulator goes without its name, and none of them is somebody's bill.
    @Test(.timeLimit(.minutes(5)))
    func marksWhatTheEmulatorAnswered() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let key = try server.makeKey()
        _ = try await server.upload(try SharpPicture.jpeg(seed: 5), to: url, key: key).get()
        #expect(process.terminate() == 0)
        func run(_ arguments: String...) throws -> String {
            let all = arguments + ["--data", server.data]
            return try ToolProcess.run(ToriiProcess.binary, all, joinsErrors: true).output
        }
        let verified = try Self.json(try run("ledger", "verify", "--json"))
        let cost = try #require(verified["settledNanoUSD"]?.integer)
        #expect(cost > 0 && verified["emulatedNanoUSD"]?.integer == cost)
        let usd = "0.\(String(1_000_000_000 + cost).dropFirst()) USD"
        #expect(try run("ledger", "verify").contains("\nEMULATED: \(usd) of the settled\n"))
        let notice = "EMULATED: \(usd) comes from the emulator and is on nobody's bill"
        let plain = try run("report", "focus", "--without-emulated").split(whereSeparator: \.isNewline)
        #expect(plain.count == 2 && plain[0] == "\(notice): left out")
        let marked = try run("report", "focus").split(whereSeparator: \.isNewline)
        #expect(marked.count > 2 && marked.dropFirst(2).allSatisfy { $0.hasSuffix(",true") })
        let sentence = "EMULATED: some or all answers and costs come from the emulator"
        #expect(try run("budget", "allocate", "--total", "100.00").contains(sentence + "\n"))
        let bill = "\(server.folder)/bill.csv"
        try "invoice.month,service.description,sku.id,usage_start_time,cost,currency\n"
            .write(toFile: bill, atomically: true, encoding: .utf8)
        let days = DateFormatter()
        days.timeZone = TimeZone(identifier: "America/Los_Angeles")
        days.locale = Locale(identifier: "en_US_POSIX")
        days.dateFormat = "yyyy-MM"
        let compared = try run("report", "reconcile", bill, "--month", days.string(from: Date()))
        #expect(compared.contains("EMULATED: \(usd) of the ledger is left out, "), "\(compared)")
    }

    /// Nothing was really billed: emulated calls are on nobody's invoice.
    @Test(.timeLimit(.minutes(5)))
    func endsWithThreeWhereTheBillDiffers() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, _) = try await server.start()
        #expect(process.terminate() == 0)
        let bill = "\(server.folder)/bill.csv"
        let heading = "invoice.month,service.description,sku.id,usage_start_time,cost,currency\n"
        for (line, status) in [("", 0), ("202610,Gemini API,A-1,2026-10-14T07:00:00Z,0.5,USD\n", 3)]
            as [(String, Int32)]
        {
            try (heading + line).write(toFile: bill, atomically: true, encoding: .utf8)
            let result = try ToriiProcess.run([
                "report", "reconcile", "--data", server.data, "--month", "2026-10", "--sku",
                "A-1=gemini-3.5-flash-lite",
                bill,
            ])
            #expect(result.status == status, "\(result.output)")
        }
    }
}
