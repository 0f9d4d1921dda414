import Documents
import Foundation
import Platform
import Testing

/// `/metrics`, the alert rules and the Grafana board, read by the programs that users read them with.
@Suite(.timeLimit(.minutes(5))) struct PrometheusTests {
    private static let promtool = "/usr/bin/promtool"
    private static let root = TestServer.root

    @Test func rulesAreSoundAndFireWhenTheyShould() throws {
        let checked = try ToolProcess.run(
            Self.promtool,
            ["check", "rules", "\(Self.root)/dashboards/prometheus-rules.yml"],
            joinsErrors: true
        )
        #expect(checked.status == 0, "\(checked.output)")
        let tested = try ToolProcess.run(
            Self.promtool,
            ["test", "rules", "\(Self.root)/Tests/Fixtures/prometheus/rules.test.yml"],
            joinsErrors: true
        )
        #expect(tested.status == 0, "\(tested.output)")
    }

    @Test func isScrapedAndUnderstood() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let key = try server.makeKey()
        for seed in 1...3 as ClosedRange<UInt64> {
            #expect(try await server.upload(SharpPicture.jpeg(seed: seed), to: url, key: key).get().status == 200)
        }
        let made = try ToriiProcess.run([
            "keys", "create", "--data", server.data, "--scope", "read", "--name", "prometheus", "--json",
        ])
        let readKey = try #require(
            DocumentReader.read(Array(made.output.utf8), file: "key", dialect: .json).root?["key"]?.string
        )

        let plain = try await scrape(server, url, key: readKey, accept: "text/plain", as: "plain.txt")
        let linted = try ToolProcess.run(Self.promtool, ["check", "metrics"], input: plain, joinsErrors: true)
        #expect(linted.status == 0 && linted.output.isEmpty, "\(linted.output)")

        let accept = "application/openmetrics-text; version=1.0.0"
        let open = try await scrape(server, url, key: readKey, accept: accept, as: "open.txt")
        let parsed = try ToolProcess.run(
            "\(Self.root)/.cache/venv/bin/python",
            ["\(Self.root)/Tests/Tools/metrics/parse.py"],
            input: open,
            joinsErrors: true
        )
        let counts = parsed.output.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
        #expect(parsed.status == 0 && counts.count == 3, "\(parsed.output)")
        // Three gated uploads were sent: each duration leaves an exemplar, at least one a family.
        #expect(counts.last ?? 0 >= 2, "\(parsed.output)")

        let prometheus = try await Prometheus(scraping: url, key: readKey)
        let sent = try await prometheus.answer("/api/v1/query?query=sum(torii_decisions_total)") {
            $0["data"]?["result"]?.array?.first != nil
        }
        #expect(sent["data"]?["result"]?.array?.first?["value"]?.array?.last?.string == "3")
        let targets = try await prometheus.answer("/api/v1/targets") { _ in true }
        let target = try #require(targets["data"]?["activeTargets"]?.array?.first)
        #expect(target["health"]?.string == "up" && target["lastError"]?.string == "")
        let exemplars = try await prometheus.answer(
            "/api/v1/query_exemplars?query=torii_gate_duration_seconds_bucket&start=0&end=99999999999"
        ) { $0["data"]?.array?.first != nil }
        let exemplar = exemplars["data"]?.array?.first?["exemplars"]?.array?.first
        let decision = try #require(exemplar?["labels"]?["decision_id"]?.string)
        let shown = try ToriiProcess.run(["decision", "show", decision, "--data", server.data])
        #expect(shown.status == 0, "\(shown.output)")
        #expect(process.terminate() == 0)
    }

    /// Every query of the board names families that a server shows from its start, and the data source by variable.
    @Test func boardAsksForWhatThereIs() async throws {
        let server = try await TestServer()
        defer { server.end() }
        let (process, url) = try await server.start()
        let text = try String(
            contentsOfFile: try await scrape(server, url, key: nil, accept: "*/*", as: "all.txt"),
            encoding: .utf8
        )
        let families = Set(
            text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map { String($0.split(separator: " ")[2]) }
        )
        let path = "\(Self.root)/dashboards/grafana-torii.json"
        let board = try String(contentsOfFile: path, encoding: .utf8)
        let root = try #require(DocumentReader.read(Array(board.utf8), file: path, dialect: .json).root)
        let panels = try #require(root["panels"]?.array)
        #expect(Set(panels.compactMap { $0["id"]?.integer }).count == panels.count)
        for target in panels.flatMap({ $0["targets"]?.array ?? [] }) {
            #expect(target["datasource"]?["uid"]?.string == "${datasource}")
            let query = try #require(target["expr"]?.string)
            for name in query.matches(of: /torii_[a-z_]+/).map({ String($0.output) }) {
                #expect(families.contains(name) || families.contains(name.replacing("_bucket", with: "")), "\(name)")
            }
        }
        #expect(!board.contains("__inputs") && !board.contains("${DS_"))
        #expect(process.terminate() == 0)
    }

    /// A scrape, in a file of its own.
    private func scrape(
        _ server: TestServer,
        _ url: String,
        key: String?,
        accept: String,
        as name: String
    ) async throws -> String {
        let headers = [("Accept", accept)] + (key.map { [("Authorization", "Bearer \($0)")] } ?? [])
        let request = HTTPClient.Request(method: "GET", url: "\(url)/metrics", headers: headers)
        let response = try await server.http.response(to: request, deadline: .now + .seconds(20)).get()
        #expect(response.status == 200)
        let path = "\(server.folder)/\(name)"
        try Data(response.body).write(to: URL(fileURLWithPath: path))
        return path
    }
}
