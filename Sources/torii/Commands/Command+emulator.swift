import Emulator
import Platform

extension Command {
    static let emulator = Command(
        words: ["emulator"],
        group: .run,
        summary: "run the Gemini emulator alone",
        options: [
            Option(name: "port", value: "N", summary: "TCP port on 127.0.0.1 (default 8099; 0: any free one)"),
            Option(name: "script", value: "FILE", summary: "faults and quotas to play, JSON5: see below"),
            Option(name: "seed", value: "N", summary: "other labels for the same pictures (default 1)"),
            Option(name: "journal", value: "FILE", summary: "add one JSON line for each generate call, with its bill"),
            Option(name: "canned", value: nil, summary: "one valid fixed answer, requests unread: for load tests"),
            Option(name: "record", value: "URL", summary: "pass everything on to this endpoint and write it down"),
            Option(
                name: "exchanges",
                value: "FILE",
                summary: "where to: one JSON line an exchange, no keys, no pictures"
            ),
            Option(name: "keep-pictures", value: nil, summary: "with the pictures"),
            .geminiCAFile,
            Option(name: "replay", value: "FILE", summary: "answer from what was written down, and nothing else"),
        ],
        examples: [
            ("torii emulator --port 8099", "then: torii serve --gemini-base-url http://127.0.0.1:8099 …"),
            ("torii emulator --journal calls.ndjson", "then: jq -s 'map(.nanoUSD) | add' calls.ndjson"),
            (
                "torii emulator --record https://generativelanguage.googleapis.com --exchanges truth.ndjson",
                "then ask port 8099 with your key, and later: torii emulator --replay truth.ndjson"
            ),
        ],
        reference: Emulator.scriptReference
    ) { invocation throws(Stop) in
        let port = try invocation.integer("port", in: 0...65_535, default: 8099)
        if let target = invocation.value("record") { return try await record(target, port: port, invocation) }
        if let file = invocation.value("replay") { return try await replay(file, port: port, invocation) }
        for option in ["exchanges", "keep-pictures", "gemini-ca-file"] where invocation.has(option) {
            throw .usage("--\(option) belongs to --record")
        }
        let emulator: Emulator
        do {
            emulator = try Emulator(
                .init(
                    port: port,
                    seed: UInt64(try invocation.integer("seed", in: 0...Int.max, default: 1)),
                    script: try invocation.value("script").map {
                        try FileContent.read($0, maxBytes: 4 << 20, orPipe: true)
                    },
                    scriptName: invocation.value("script") ?? "script.json5",
                    journal: invocation.value("journal"),
                    isCanned: invocation.has("canned")
                )
            )
        } catch let stop as Stop {
            throw stop
        } catch {
            throw .failed("\(error)")
        }
        invocation.console.out("EMULATED Gemini API on http://127.0.0.1:\(emulator.port)")
        await untilEnded(invocation)
        await emulator.stop()
        return .done
    }

    private static func record(
        _ target: String,
        port: Int,
        _ invocation: Invocation
    ) async throws(Stop) -> ExitCode {
        try refuse(["script", "seed", "journal", "canned", "replay"], beside: "record", invocation)
        guard target.hasPrefix("https://") || GeminiEndpoint.isLoopback(target) else {
            throw .failed("\(target) would carry the key in clear: only https, or http to this machine")
        }
        let recorder: Recorder
        do {
            recorder = try Recorder(
                .init(
                    port: port,
                    target: target,
                    file: try invocation.required("exchanges"),
                    keepsPictures: invocation.has("keep-pictures"),
                    caFile: try GeminiEndpoint.caFile(invocation)
                )
            )
        } catch let stop as Stop {
            throw stop
        } catch {
            throw .failed("\(error)")
        }
        invocation.console.out("recording \(target) on http://127.0.0.1:\(recorder.port)")
        await untilEnded(invocation)
        await recorder.stop()
        return .done
    }

    private static func replay(
        _ file: String,
        port: Int,
        _ invocation: Invocation
    ) async throws(Stop) -> ExitCode {
        let others = ["script", "seed", "journal", "canned", "exchanges", "keep-pictures", "gemini-ca-file"]
        try refuse(others, beside: "replay", invocation)
        let replayer: Replayer
        do {
            replayer = try Replayer(
                try FileContent.read(file, maxBytes: 256 << 20, orPipe: true),
                file: file,
                port: port
            )
        } catch {
            throw .failed("\(error)")
        }
        invocation.console.out("REPLAYED: \(replayer.count) exchanges on http://127.0.0.1:\(replayer.port)")
        await untilEnded(invocation)
        await replayer.stop()
        return .done
    }

    private static func refuse(
        _ options: [String],
        beside option: String,
        _ invocation: Invocation
    ) throws(Stop) {
        if let other = options.first(where: invocation.has) {
            throw .usage("--\(other) and --\(option) do not go together")
        }
    }

    private static func untilEnded(_ invocation: Invocation) async {
        for await signal in invocation.signals?.events ?? .finished where signal != .reload { break }
    }
}
