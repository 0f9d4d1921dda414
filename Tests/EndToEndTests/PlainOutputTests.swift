import Foundation
import Testing

/// Output where nobody sits before it: pipes, logs, jobs without a terminal.
@Suite(.timeLimit(.minutes(10))) struct PlainOutputTests {
    private static func shell(_ script: String) throws -> (status: Int32, output: String) {
        try ToolProcess.run("/bin/bash", ["-c", script], joinsErrors: true)
    }

    @Test(arguments: ["LANG=C", "LANG=C.UTF-8", "LANG=C.UTF-8 TERM=xterm-256color"])
    func drawsPlainlyWhereThereIsNoTerminal(environment: String) async throws {
        let bench = try await TestServer()
        defer { bench.end() }
        let (server, url) = try await bench.start()
        let screen = try Self.shell("\(environment) '\(ToriiProcess.binary)' dashboard \(url)")
        #expect(screen.status == 0)
        #expect(screen.output.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) }, "\(screen.output)")
        #expect(screen.output.contains("-- Today "))
        // Its name may stand behind the address, as people copy it from a browser.
        let named = try Self.shell("'\(ToriiProcess.binary)' dashboard '\(url)/dashboard/overview?width=60'")
        #expect(named.status == 0 && named.output.contains("-- Today "))
        #expect(server.terminate() == 0)
    }

    @Test func endsQuietlyWhenItsReaderLeaves() async throws {
        let bench = try await TestServer()
        defer { bench.end() }
        let (server, url) = try await bench.start()
        let commands = [
            "dashboard \(url)", "report economics --data '\(bench.data)'", "man", "help", "dashboard --help",
        ]
        for command in commands {
            let result = try Self.shell("('\(ToriiProcess.binary)' \(command); echo $? >&2) | head -1 >/dev/null")
            #expect(["0\n", "141\n", ""].contains(result.output), "\(command): \(result.output)")
        }
        #expect(server.terminate() == 0)
    }

    @Test func runsWithoutAControllingTerminal() async throws {
        let bench = try await TestServer()
        defer { bench.end() }
        let (server, url) = try await bench.start()
        let (data, policies) = (bench.data, bench.policies)
        let commands = [
            "dashboard \(url)", "report economics --data '\(data)'", "policy lint '\(policies)'",
            "events --data '\(data)'",
            "policy plan '\(policies)' --data '\(data)'", "ledger verify --data '\(data)'", "help", "man",
        ]
        for command in commands {
            let result = try Self.shell("setsid --wait '\(ToriiProcess.binary)' \(command) </dev/null")
            #expect(result.status == 0, "\(command): \(result.output)")
            #expect(!result.output.contains("\u{1B}"))
        }
        #expect(server.terminate() == 0)
    }
}
