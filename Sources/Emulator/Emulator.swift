package import Platform

/// A Gemini API on this machine for demos and tests. It answers `generateContent`, `countTokens` and `models` over real
/// HTTP with labels taken from the pixels: the same picture always gets the same answer. Everything it answers carries
/// the header `Torii-Emulator: 1`; nothing in the JSON does.
///
/// `GET /emulator/log` lists every call with its outcome; `POST /emulator/release` ends scripted holds.
package final class Emulator: Sendable {
    package struct Configuration: Sendable {
        /// Of 127.0.0.1; 0 takes any free one.
        package var port: Int
        package var seed: UInt64
        /// A fault script: see `FaultScript`.
        package var script: [UInt8]?
        /// Named in the errors of the script.
        package var scriptName: String
        /// Keys it takes; nil takes any that is not empty.
        package var acceptedKeys: Set<String>?
        /// Decides which models are retired.
        package var clock: WallClock
        /// Google's limit for a request with inline data.
        package var maxRequestBytes: Int
        /// Threads that decode pictures.
        package var threads: Int
        /// A file that gets one JSON line for each `generateContent` call; see `Journal`.
        package var journal: String?
        /// One valid fixed answer for everything, requests unread: for load tests.
        package var isCanned: Bool

        package init(
            port: Int = 0,
            seed: UInt64 = 1,
            script: [UInt8]? = nil,
            scriptName: String = "script.json5",
            acceptedKeys: Set<String>? = nil,
            clock: WallClock = .system,
            maxRequestBytes: Int = 20_000_000,
            threads: Int = 2,
            journal: String? = nil,
            isCanned: Bool = false
        ) {
            self.port = port
            self.seed = seed
            self.script = script
            self.scriptName = scriptName
            self.acceptedKeys = acceptedKeys
            self.clock = clock
            self.maxRequestBytes = maxRequestBytes
            self.threads = threads
            self.journal = journal
            self.isCanned = isCanned
        }
    }

    /// The form of a script, for a person.
    package static var scriptReference: String { FaultScript.reference }

    private let server: HTTPServer
    private let log = AttemptLog()

    /// Starts listening on 127.0.0.1. Throws `cannotListen` on a taken port, `cannotWrite` on a journal that cannot be
    /// written, and `invalidScript` with every mistake of the script, its line and field.
    package init(_ configuration: Configuration) throws(EmulatorError) {
        let script = try configuration.script.map { bytes throws(EmulatorError) in
            try FaultScriptReader.script(bytes, file: configuration.scriptName)
        }
        let files = FileStore(seed: configuration.seed)
        let service = EmulatedService(
            configuration: configuration,
            script: script ?? FaultScript(),
            answerer: Answerer(
                seed: configuration.seed,
                clock: configuration.clock,
                pool: CPUPool(threads: configuration.threads, queueLimit: 4_096, name: "emulator"),
                files: files
            ),
            log: log,
            journal: try configuration.journal.map { path throws(EmulatorError) in try Journal(path) },
            quotas: try QuotaKeeper(script?.quotas ?? Quotas()),
            batches: BatchStore(seed: configuration.seed, course: script?.batches ?? BatchCourse()),
            files: files,
            started: configuration.clock.now()
        )
        do throws(PlatformError) {
            server = try HTTPServer(
                HTTPServer.Configuration(
                    address: .tcp(host: "127.0.0.1", port: configuration.port),
                    // A little more than the limit, so that the refusal can be worded as Google's.
                    maxBodyBytes: configuration.maxRequestBytes + 1_000_000
                ),
                refusal: { EmulatedService.response(GoogleError($0)) },
                handler: { await service.response(to: $0) }
            )
        } catch {
            throw EmulatorError(.cannotListen, error.message)
        }
    }

    package var port: Int { server.port }

    /// `http://127.0.0.1:` and the port: the base URL for clients.
    package var baseURL: String { "http://127.0.0.1:\(port)" }

    /// `generateContent` calls received.
    package var received: Int { log.received }

    /// `generateContent` calls held back by the script now.
    package var held: Int { log.held }

    /// Every `generateContent` call so far, in the order of arrival.
    package var attempts: [EmulatedAttempt] { log.attempts }

    /// Ends scripted holds, those to come too: as `POST /emulator/release`.
    package func release() { log.release() }

    /// Ends holds, answers what is in flight and stops listening.
    package func stop() async {
        log.release()
        await server.stop(grace: .seconds(5))
    }
}
