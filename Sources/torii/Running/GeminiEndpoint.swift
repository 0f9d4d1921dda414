import Emulator
import Foundation
import Platform

/// Where the cloud is: the real API when there is a key, else an emulator of our own, and it says so.
struct GeminiEndpoint: Sendable {
    let baseURL: String
    let key: String
    /// PEM certificates to trust for it, instead of the system's.
    var caFile: String?
    /// Kept alive while it is used.
    let emulator: Emulator?

    static let officialBaseURL = "https://generativelanguage.googleapis.com"

    /// What the command line and the environment say.
    static func chosen(_ invocation: Invocation, clock: WallClock = .system) throws(Stop) -> GeminiEndpoint {
        let caFile = try caFile(invocation)
        var endpoint = try chosen(baseURL: invocation.value("gemini-base-url"), clock: clock)
        endpoint.caFile = caFile
        return endpoint
    }

    private static func chosen(baseURL: String?, clock: WallClock) throws(Stop) -> GeminiEndpoint {
        if let key = try key() {
            let baseURL = baseURL ?? officialBaseURL
            guard baseURL.hasPrefix("https://") || isLoopback(baseURL) else {
                throw .failed("\(baseURL) would carry the key in clear: only https, or http to this machine")
            }
            return GeminiEndpoint(baseURL: baseURL, key: key, emulator: nil)
        }
        if let baseURL {
            guard isLoopback(baseURL) else {
                throw .failed("\(baseURL) needs a key: set GEMINI_API_KEY or GEMINI_API_KEY_FILE")
            }
            return GeminiEndpoint(baseURL: baseURL, key: "no-key", emulator: nil)
        }
        return try emulated(script: nil, clock: clock)
    }

    /// Whether calls stay on this machine.
    var isLoopback: Bool { Self.isLoopback(baseURL) }

    /// Whether a URL is plain HTTP to this machine.
    static func isLoopback(_ url: String) -> Bool {
        guard let components = URLComponents(string: url), components.scheme == "http" else { return false }
        return ["127.0.0.1", "localhost", "[::1]", "::1"].contains(components.host ?? "")
    }

    /// An emulator of our own, key or no key.
    static func emulated(script: [UInt8]?, clock: WallClock = .system) throws(Stop) -> GeminiEndpoint {
        do {
            let emulator = try Emulator(.init(script: script, clock: clock))
            return GeminiEndpoint(
                baseURL: "http://127.0.0.1:\(emulator.port)",
                key: "emulator",
                emulator: emulator
            )
        } catch {
            throw .failed("the Gemini emulator did not start: \(error)")
        }
    }

    /// Refuses a file that holds no certificate: every call would fail, one by one.
    static func caFile(_ invocation: Invocation? = nil) throws(Stop) -> String? {
        let fromEnvironment = ProcessInfo.processInfo.environment["GEMINI_CA_FILE"].flatMap { $0.isEmpty ? nil : $0 }
        guard let path = invocation?.value("gemini-ca-file") ?? fromEnvironment else { return nil }
        let name = invocation?.has("gemini-ca-file") == true ? "--gemini-ca-file" : "GEMINI_CA_FILE"
        let text: String
        do throws(PlatformError) {
            text = String(decoding: try FileContent.read(path, maxBytes: 16 << 20), as: UTF8.self)
        } catch {
            throw .failed("\(name): \(error.message)")
        }
        guard text.contains("-----BEGIN CERTIFICATE-----") else {
            throw .failed("\(name): `\(path)` holds no certificate in PEM form")
        }
        return path
    }

    /// The key of the environment, or of the file it names; nil when there is none.
    static func key() throws(Stop) -> String? {
        let environment = ProcessInfo.processInfo.environment
        if let key = environment["GEMINI_API_KEY"], !key.isEmpty { return key }
        guard let path = environment["GEMINI_API_KEY_FILE"], !path.isEmpty else { return nil }
        do {
            let text = String(decoding: try FileContent.readSecret(path, orPipe: true), as: UTF8.self)
            let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !key.isEmpty else { throw Stop.failed("GEMINI_API_KEY_FILE `\(path)` is empty") }
            return key
        } catch let stop as Stop {
            throw stop
        } catch {
            throw .failed("GEMINI_API_KEY_FILE: \(error)")
        }
    }
}

extension Command.Option {
    static let geminiBaseURL = Command.Option(
        name: "gemini-base-url",
        value: "URL",
        summary: "another Gemini endpoint, such as an emulator's",
        isSetting: true
    )
    static let geminiCAFile = Command.Option(
        name: "gemini-ca-file",
        value: "FILE",
        summary: "PEM certificates to trust for it, instead of the system's"
    )
}
