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
        ],
        examples: [
            ("torii emulator --port 8099", "then: torii serve --gemini-base-url http://127.0.0.1:8099 …"),
            ("torii emulator --journal calls.ndjson", "then: jq -s 'map(.nanoUSD) | add' calls.ndjson"),
        ],
        reference: Emulator.scriptReference
    ) { invocation throws(Stop) in
        let emulator: Emulator
        do {
            emulator = try Emulator(
                .init(
                    port: try invocation.integer("port", in: 0...65_535, default: 8099),
                    seed: UInt64(try invocation.integer("seed", in: 0...Int.max, default: 1)),
                    script: try invocation.value("script").map { try FileContent.read($0) },
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
        for await signal in invocation.signals?.events ?? .finished where signal != .reload { break }
        await emulator.stop()
        return .done
    }
}
