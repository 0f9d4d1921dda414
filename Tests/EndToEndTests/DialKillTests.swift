import Control
import Documents
import Foundation
import Ledger
import Platform
import Policy
import SQLiteLedger
import TestSupport
import Testing

@testable import Server

/// The send-rate dial of a running server, killed again and again.
@Suite(.serialized)
struct DialKillTests {
    private static let name = DialName(profile: "ios", space: "apple-vision/18", isAsked: true)
    private static let target = 0.466

    @Test(.timeLimit(.minutes(20)))
    func holdsTheTargetThroughKills() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let server = try await TestServer { path, text in
            path == "ios.json5" ? text.replacing("mode: \"off\"", with: "mode: \"auto\"") : text
        }
        defer { server.end() }
        var (process, url) = try await server.start()
        let key = try server.makeKey()
        #expect(process.terminate() == 0)
        let path = try Self.keep(in: server.data)

        var traffic = PresetTraffic(.stationary, target: Self.target, seed: 5)
        var answered = 0
        for _ in 0..<6 {
            (process, url) = try await server.start()
            for _ in 0..<3 { answered += try await Self.ask(server, url, key, &traffic, 200).count }
            // Killed while 200 more are under way.
            let late = (0..<200).compactMap { _ in traffic.next() }
            let delay = Duration.milliseconds(Int.random(in: 1...60, using: &random))
            async let asking = Self.send(late, to: server, url, key)
            try await Task.sleep(for: delay)
            process.kill()
            if case .success(let response) = await asking { answered += Self.verdicts(response.body).count }
        }
        (process, url) = try await server.start()
        answered += try await Self.ask(server, url, key, &traffic, 400).count
        let dial = try Self.dial(server)
        #expect(dial["state"]?.string == "hold")
        #expect(process.terminate() == 0)

        // What was answered is recorded; the rows alone say that the target was held, and what judged each of them.
        let store = try await SQLiteStore.openReadOnly(folder: server.data)
        let rows = try await store.recentDecisions(limit: 10_000, profile: "ios")
        await store.close()
        #expect(rows.count >= answered && answered >= 4000)
        #expect(Set(rows.compactMap { $0.control?.number }).count == rows.count)
        for row in rows {
            let scores = try #require(GateScores(row))
            #expect((scores.isRejected(by: try #require(row.thresholds)) ? Verdict.reject : .send) == row.verdict)
        }
        let sent = rows.count { $0.verdict == .send || $0.reasons.last == .audit }
        let clamped = Double(dial["clamped"]?.integer ?? 0)
        // A kill loses at most what was in flight.
        #expect(abs(Double(sent) - Self.target * Double(rows.count)) <= 61 + clamped + 6 * 4)

        // Damaged: conservative.
        var bytes = try FileContent.read(path)
        bytes[bytes.count / 3] ^= 4
        try FileContent.write(bytes, to: path)
        (process, url) = try await server.start()
        let sends = try await Self.ask(server, url, key, &traffic, 400)
        #expect(sends.count { !$0 } < 60)
        #expect(try Self.dial(server)["state"]?.string == "conservative")
        #expect(process.terminate() == 0)
    }

    /// A dial that a measure week of this traffic has brought to `hold`; returns its file.
    private static func keep(in data: String) throws -> String {
        let documents = try PolicyFolder.documents(in: TestServer.root + "/policies")
        let set = PolicyReader.read(documents, knownZones: TimeZones.known, now: .seconds(1_795_000_000)).set
        let profile = try #require(set?.profiles["ios"])
        let week = PresetTraffic.week(target: target, seed: 3)
        let simulation = Simulation(profile: profile, options: Simulation.Options(), week: week)
        let memory = DialMemory(name: name, controller: simulation.controller, meanCost: 0, ahead: Ahead())
        let path = MemoryShelf(folder: data, log: .silent).path(name)
        try FileContent.write(Crypto.sha256(memory.bytes) + memory.bytes, to: path)
        return path
    }

    private static func ask(
        _ server: TestServer,
        _ url: String,
        _ key: String,
        _ traffic: inout PresetTraffic,
        _ count: Int
    ) async throws -> [Bool] {
        let rows = (0..<count).compactMap { _ in traffic.next() }
        let sends = verdicts(try await send(rows, to: server, url, key).get().body)
        #expect(sends.count == count)
        return sends
    }

    private static func send(
        _ rows: [TraceRow],
        to server: TestServer,
        _ url: String,
        _ key: String
    ) async -> Result<HTTPClient.Response, HTTPClient.Failure> {
        let lines = rows.map { row in
            """
            {"scoreSpace":"apple-vision/18","scores":{"sharpness":\(row.sharpness ?? 0),\
            "attentionArea":\(row.attentionArea ?? 0),"objectnessArea":\(row.objectnessArea ?? 0)},\
            "labels":[{"id":"\(row.coarse == .abstract ? "textile" : "dog")","confidence":0.9}]}
            """
        }
        let request = HTTPClient.Request(
            method: "POST",
            url: "\(url)/v1/gate:batch",
            headers: [("Authorization", "Bearer \(key)"), ("Torii-Profile", "ios")],
            body: Array(lines.joined(separator: "\n").utf8)
        )
        return await server.http.response(to: request, deadline: .now + .seconds(60))
    }

    private static func verdicts(_ body: [UInt8]) -> [Bool] {
        body.split(separator: UInt8(ascii: "\n")).compactMap { line in
            DocumentReader.read(Array(line), file: "answer", dialect: .json).root?["verdict"]?.string.map {
                $0 == "send"
            }
        }
    }

    private static func dial(_ server: TestServer) throws -> DocumentNode {
        let result = try ToriiProcess.run(["control", "status", "--data", server.data, "--json"])
        let root = DocumentReader.read(Array(result.output.utf8), file: "status", dialect: .json).root
        let dials = root?["ios"]?["dials"]?.array ?? []
        return try #require(dials.first { $0["scoreSpace"]?.string == name.space })
    }
}
