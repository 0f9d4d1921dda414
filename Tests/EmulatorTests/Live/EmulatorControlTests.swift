import Documents
import Emulator
import Platform
import Testing

@Suite(.timeLimit(.minutes(3))) struct EmulatorControlTests {
    @Test func listsEveryAttemptWithItsOutcome() async throws {
        let fixture = try EmulatorFixture(script: "{rules:[{match:{nth:2},action:{status:503}}]}")
        let picture = try Pictures.meadow()
        let body = Requests.classification(picture)
        let key = (name: "x-goog-api-key", value: "secret-key")
        for number in 1...2 {
            _ = try await fixture.generate(body, headers: [key, (name: "Torii-Attempt", value: "01ABC/\(number)")])
        }
        let log = try await fixture.get("/emulator/log")
        #expect(!log.text.contains("secret-key"))
        let node = try log.node
        #expect(node["received"]?.integer == 2 && node["held"]?.integer == 0)
        let attempts = try #require(node["attempts"]?.array)
        #expect(attempts.map { $0["sequence"]?.integer } == [1, 2])
        #expect(attempts.map { $0["attempt"]?.string } == ["01ABC/1", "01ABC/2"])
        #expect(attempts.map { $0["outcome"]?.string } == ["ok", "status_503"])
        #expect(attempts.map { $0["bytes"]?.integer } == [Int64(body.count), Int64(body.count)])
        #expect(attempts[0]["imageSha256"]?.string == Encoding.hex(Crypto.sha256(picture)))
        #expect(
            attempts[0]["keyHash"]?.string == String(Encoding.hex(Crypto.sha256(Array("secret-key".utf8))).prefix(12))
        )
        #expect(try #require(attempts[0]["promptTokens"]?.integer) > 256)
        #expect(attempts[1]["promptTokens"]?.integer == 0 && attempts[1]["modelVersion"]?.string == "")
        #expect(fixture.emulator.attempts.count == 2)
        await fixture.stop()
    }

    @Test func holdsCallsUntilReleased() async throws {
        let fixture = try EmulatorFixture(script: #"{rules:[{action:{hold:"release"}}]}"#)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<5 {
                let body = Requests.classification(try Pictures.numbered(number))
                group.addTask { try await fixture.generate(body).status }
            }
            while fixture.emulator.held < 5 { await Task.yield() }
            #expect(fixture.emulator.attempts.map(\.outcome) == Array(repeating: "pending", count: 5))
            #expect(try await fixture.exchange("POST", "/emulator/release").get().status == 200)
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [200, 200, 200, 200, 200])
        // The door stays open.
        #expect(try await fixture.generate(Requests.classification(try Pictures.night())).status == 200)
        await fixture.stop()
    }

    @Test func holdsCallsUntilEnoughHaveCome() async throws {
        let fixture = try EmulatorFixture(script: "{rules:[{action:{hold:4}}]}")
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<4 {
                if number == 3 {
                    while fixture.emulator.held < 3 { await Task.yield() }
                    #expect(fixture.emulator.attempts.allSatisfy { $0.outcome == "pending" })
                }
                let body = Requests.classification(try Pictures.numbered(number))
                group.addTask { try await fixture.generate(body).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [200, 200, 200, 200])
        #expect(fixture.emulator.held == 0)
        await fixture.stop()
    }

    @Test func endsHoldsWhenItStops() async throws {
        let fixture = try EmulatorFixture(script: #"{rules:[{action:{hold:"release"}}]}"#)
        let body = Requests.classification(try Pictures.night())
        async let answer = fixture.generate(body)
        while fixture.emulator.held < 1 { await Task.yield() }
        await fixture.emulator.stop()
        #expect(try await answer.status == 200)
        fixture.http.close()
    }

    @Test func answersManyAtOnceEachWithItsOwnLabel() async throws {
        let fixture = try EmulatorFixture()
        let bodies = try (0..<24).map { Requests.classification(try Pictures.numbered($0 % 6)) }
        let outputs = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (index, body) in bodies.enumerated() {
                group.addTask { (index % 6, try await fixture.generate(body).output) }
            }
            return try await group.reduce(into: [Int: Set<String>]()) { $0[$1.0, default: []].insert($1.1) }
        }
        #expect(outputs.values.allSatisfy { $0.count == 1 })
        #expect(Set(outputs.values.joined()).count > 1)
        #expect(Set(fixture.emulator.attempts.map(\.sequence)) == Set(1...24))
        await fixture.stop()
    }
}
