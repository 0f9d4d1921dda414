import Documents
import Platform

/// A proxy before a real endpoint that writes down every exchange, scrubbed: no keys, and no pictures unless asked.
/// Answers pass through as they are, without the emulator's mark: they are the truth.
package final class Recorder: Sendable {
    package struct Configuration: Sendable {
        /// Of 127.0.0.1; 0 takes any free one.
        package var port: Int
        /// Where requests go: scheme, host, perhaps a port and a path prefix.
        package var target: String
        /// Gets one JSON line an exchange.
        package var file: String
        package var keepsPictures: Bool
        /// PEM certificates to trust for the target, instead of the system's.
        package var caFile: String?

        package init(
            port: Int = 0,
            target: String,
            file: String,
            keepsPictures: Bool = false,
            caFile: String? = nil
        ) {
            self.port = port
            self.target = target
            self.file = file
            self.keepsPictures = keepsPictures
            self.caFile = caFile
        }
    }

    private let server: HTTPServer
    private let proxy: RecordingProxy

    /// Starts listening. Throws `cannotListen`, and `cannotWrite` for the file.
    package init(_ configuration: Configuration) throws(EmulatorError) {
        let file: AppendFile
        do throws(PlatformError) {
            // Answers may hold what users said: for the owner alone.
            file = try AppendFile(configuration.file, mode: 0o600, orPipe: true)
        } catch {
            throw EmulatorError(.cannotWrite, error.message)
        }
        let target =
            configuration.target.hasSuffix("/") ? String(configuration.target.dropLast()) : configuration.target
        let proxy = RecordingProxy(
            target: target,
            scrubber: Scrubber(keepsPictures: configuration.keepsPictures),
            file: file,
            http: HTTPClient(connectTimeout: .seconds(10), caFile: configuration.caFile)
        )
        self.proxy = proxy
        do throws(PlatformError) {
            server = try HTTPServer(
                HTTPServer.Configuration(
                    address: .tcp(host: "127.0.0.1", port: configuration.port),
                    maxBodyBytes: 110_000_000
                ),
                refusal: { EmulatedService.response(GoogleError($0)) },
                handler: { await proxy.response(to: $0) }
            )
        } catch {
            throw EmulatorError(.cannotListen, error.message)
        }
    }

    package var port: Int { server.port }

    /// Answers what is in flight and stops listening.
    package func stop() async {
        await server.stop(grace: .seconds(30))
        proxy.close()
    }
}
