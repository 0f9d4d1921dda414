import Foundation
import Platform

/// nginx with TLS and HTTP/2 before something on this machine, with a certificate of its own making.
final class TLSProxy: Sendable {
    let url: String
    /// The path of the certificate, which is its own authority.
    let certificate: String
    private let folder: String
    private let process: OwnedProcess

    private static let nginx = "/usr/sbin/nginx"

    init(to target: String) async throws {
        folder = NSTemporaryDirectory() + "torii-tls-\(UUID().uuidString)"
        certificate = folder + "/certificate.pem"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let made = try ToolProcess.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                "-keyout", folder + "/key.pem", "-out", certificate,
            ]
        )
        guard made.status == 0 else { throw TestServerError(message: "openssl made no certificate") }
        // Somebody may take a port between its choice and its use.
        for _ in 0..<5 {
            let port = try await Self.freePort()
            try Self.configuration(folder: folder, port: port, target: target)
                .write(toFile: folder + "/nginx.conf", atomically: true, encoding: .utf8)
            let process = OwnedProcess(try Self.started(folder + "/nginx.conf"))
            // It writes its process id once it listens.
            while process.isRunning {
                if FileManager.default.fileExists(atPath: folder + "/nginx.pid") {
                    self.process = process
                    url = "https://localhost:\(port)"
                    return
                }
                await Task.yield()
            }
        }
        throw TestServerError(message: "nginx did not start: see \(folder)/error.log")
    }

    /// Protocol, path and number of the connection of each request so far.
    func requests() throws -> [String] {
        try String(contentsOfFile: folder + "/access.log", encoding: .utf8).split(separator: "\n").map(String.init)
    }

    deinit {
        _ = process.end(SIGTERM)
        // A folder that cannot be removed is the temporary folder's affair.
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func started(_ configuration: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: nginx)
        process.arguments = ["-c", configuration]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// A port that was free a moment ago.
    static func freePort() async throws -> Int {
        let server = try HTTPServer(.init(address: .tcp(host: "127.0.0.1", port: 0))) { _ in HTTPResponse(status: 404) }
        let port = server.port
        await server.stop(grace: .zero)
        return port
    }

    private static func configuration(folder: String, port: Int, target: String) -> String {
        """
        daemon off;
        pid \(folder)/nginx.pid;
        error_log \(folder)/error.log;
        user root;
        worker_processes 1;
        events { worker_connections 256; }
        http {
            log_format protocol '$server_protocol $request_uri $connection';
            access_log \(folder)/access.log protocol;
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi;
            scgi_temp_path \(folder)/scgi;
            client_max_body_size 30m;
            server {
                listen 127.0.0.1:\(port) ssl http2;
                ssl_certificate \(folder)/certificate.pem;
                ssl_certificate_key \(folder)/key.pem;
                location / {
                    proxy_pass \(target);
                    proxy_http_version 1.1;
                    proxy_set_header Host $http_host;
                    proxy_set_header X-Forwarded-Proto https;
                    proxy_buffering off;
                }
            }
        }
        """
    }
}
