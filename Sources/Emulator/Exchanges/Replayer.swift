import Documents
import Platform

/// Serves what a `Recorder` wrote down. A request that was asked more than once gets its answers in order, then the last
/// one again; one that was never asked gets 404. Pictures are known by their hash.
package final class Replayer: Sendable {
    private let server: HTTPServer

    /// Exchanges it can serve.
    package let count: Int

    /// - Parameter bytes: Of a record.
    /// Throws `invalidRecord` naming the first line that is none, and `cannotListen`.
    package init(_ bytes: [UInt8], file: String, port: Int = 0) throws(EmulatorError) {
        let replay = try Replay(bytes, file: file)
        count = replay.count
        do throws(PlatformError) {
            server = try HTTPServer(
                HTTPServer.Configuration(address: .tcp(host: "127.0.0.1", port: port), maxBodyBytes: 110_000_000),
                refusal: { EmulatedService.response(GoogleError($0)) },
                handler: { replay.response(to: $0) }
            )
        } catch {
            throw EmulatorError(.cannotListen, error.message)
        }
    }

    package var port: Int { server.port }

    package func stop() async { await server.stop(grace: .seconds(5)) }
}
