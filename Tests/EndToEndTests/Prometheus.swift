import Documents
import Foundation
import Platform

/// A real Prometheus that scrapes one server every second, with the rules of the tree.
final class Prometheus: Sendable {
    private let folder: String
    private let process: OwnedProcess
    private let url: String
    private let http = HTTPClient()

    /// - Parameter key: Of scope `read`.
    init(scraping target: String, key: String) async throws {
        folder = NSTemporaryDirectory() + "torii-prometheus-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try """
        global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
        rule_files: [\(TestServer.root)/dashboards/prometheus-rules.yml]
        scrape_configs:
          - job_name: torii
            authorization: {credentials: "\(key)"}
            static_configs: [{targets: ["\(target.replacing("http://", with: ""))"]}]
        """.write(toFile: folder + "/prometheus.yml", atomically: true, encoding: .utf8)
        // Somebody may take a port between its choice and its use.
        for _ in 0..<5 {
            let port = try await TLSProxy.freePort()
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/prometheus")
            process.arguments = [
                "--config.file=\(folder)/prometheus.yml", "--storage.tsdb.path=\(folder)/data",
                "--web.listen-address=127.0.0.1:\(port)", "--enable-feature=exemplar-storage",
            ]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            let owned = OwnedProcess(process)
            let url = "http://127.0.0.1:\(port)"
            while owned.isRunning {
                let ready = HTTPClient.Request(method: "GET", url: url + "/-/ready")
                if case .success(let response) = await http.response(to: ready, deadline: .now + .seconds(2)),
                    response.status == 200
                {
                    self.process = owned
                    self.url = url
                    return
                }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        throw TestServerError(message: "prometheus did not start")
    }

    /// What its API answers at a path, once the answer satisfies a condition.
    func answer(_ path: String, when isReady: (DocumentNode) -> Bool) async throws -> DocumentNode {
        while process.isRunning {
            let request = HTTPClient.Request(method: "GET", url: url + path)
            let response = try await http.response(to: request, deadline: .now + .seconds(20)).get()
            if let root = DocumentReader.read(response.body, file: path, dialect: .json).root, isReady(root) {
                return root
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw TestServerError(message: "prometheus ended")
    }

    deinit {
        _ = process.end(SIGTERM)
        http.close()
        // A folder that cannot be removed is the temporary folder's affair.
        try? FileManager.default.removeItem(atPath: folder)
    }
}
