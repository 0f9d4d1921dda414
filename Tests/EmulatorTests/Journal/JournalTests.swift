import Documents
import Emulator
import Foundation
import Platform
import Testing

@Suite(.timeLimit(.minutes(3))) struct JournalTests {
    private func journal() -> String { NSTemporaryDirectory() + "torii-journal-\(UUID().uuidString)" }

    private func lines(_ path: String) throws -> [DocumentNode] {
        let text = String(decoding: try FileContent.read(path), as: UTF8.self)
        #expect(text.isEmpty || text.hasSuffix("\n"))
        return try text.split(separator: "\n").map { try Requests.node(String($0)) }
    }

    @Test func writesALineWithTheBillOfEveryAnsweredCall() async throws {
        let path = journal()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let script = "{rules:[{match:{nth:2},action:{status:503}},{match:{nth:3},action:{hideUsage:true}}]}"
        let fixture = try EmulatorFixture(script: script) { $0.journal = path }
        let body = Requests.classification(try Pictures.meadow())
        let key = (name: "x-goog-api-key", value: "secret-key")
        let answer = try await fixture.generate(body, headers: [key, (name: "Torii-Attempt", value: "01A/1")])
        let answered = try lines(path)
        #expect(answered.count == 1)
        _ = try await fixture.exchange(
            "POST",
            "/v1/models/gemini-3.5-flash-lite:generateContent?key=secret-key",
            body: body
        ).get()
        _ = try await fixture.generate(body)
        let all = try lines(path)
        #expect(all.map { $0["sequence"]?.integer } == [1, 2, 3])
        #expect(
            all.map { $0["path"]?.string } == [
                "/v1beta/models/gemini-3.5-flash-lite:generateContent",
                "/v1/models/gemini-3.5-flash-lite:generateContent",
                "/v1beta/models/gemini-3.5-flash-lite:generateContent",
            ]
        )
        #expect(all.map { $0["status"]?.integer } == [200, 503, 200])
        #expect(all.map { $0["outcome"]?.string } == ["ok", "status_503", "ok"])
        #expect(all.map { $0["attempt"]?.string } == ["01A/1", "", ""])
        #expect(all.map { $0["model"]?.string } == Array(repeating: "gemini-3.5-flash-lite", count: 3))
        let reported = try #require(try answer.node["usageMetadata"])
        #expect(all[0]["usage"].map { JSON($0) } == JSON(reported))
        let prompt = try #require(reported["promptTokenCount"]?.integer)
        let candidates = try #require(reported["candidatesTokenCount"]?.integer)
        #expect(all[0]["nanoUSD"]?.integer == prompt * 300 + candidates * 2_500)
        #expect(all[1]["usage"]?.isNull == true && all[1]["nanoUSD"]?.integer == 0)
        // Hidden from the caller, not from the bill.
        #expect(all[2]["nanoUSD"]?.integer == all[0]["nanoUSD"]?.integer)
        #expect(!String(decoding: try FileContent.read(path), as: UTF8.self).contains("secret"))
        await fixture.stop()
    }

    @Test func addsToWhatIsThere() async throws {
        let path = journal()
        defer { try? FileManager.default.removeItem(atPath: path) }
        for _ in 0..<2 {
            let fixture = try EmulatorFixture {
                $0.journal = path; $0.isCanned = true
            }
            _ = try await fixture.generate([])
            await fixture.stop()
        }
        #expect(try lines(path).count == 2)
    }

    @Test func doesNotStartWithoutItsJournal() {
        #expect { try EmulatorFixture { $0.journal = "/absent-folder/journal" } } throws: {
            ($0 as? EmulatorError)?.code == .cannotWrite
        }
    }

    @Test func billsWhatWasCutOnItsWay() async throws {
        let path = journal()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let script = #"{rules:[{match:{nth:1},action:{cut:"midAnswer"}},{action:{cut:"beforeAnswer"}}]}"#
        let fixture = try EmulatorFixture(script: script) {
            $0.journal = path; $0.isCanned = true
        }
        for _ in 0..<2 {
            _ = await fixture.exchange("POST", "/v1/models/gemini-3.5-flash-lite:generateContent")
        }
        let all = try lines(path)
        #expect(all.map { $0["status"]?.integer } == [200, nil])
        #expect(all.map { $0["outcome"]?.string } == ["cut_midAnswer", "cut_beforeAnswer"])
        #expect(try #require(all[0]["nanoUSD"]?.integer) > 0 && all[1]["nanoUSD"]?.integer == 0)
        await fixture.stop()
    }

    @Test func givesTheCannedAnswerWithoutReading() async throws {
        let fixture = try EmulatorFixture { $0.isCanned = true }
        let real = try await fixture.generate(Requests.classification(try Pictures.meadow()))
        let noise = try await fixture.generate(Array("not JSON".utf8))
        #expect(real.status == 200 && noise.status == 200)
        #expect(try real.output == noise.output)
        let label = try Requests.node(Array(try real.output.utf8))
        #expect(label.object?.map(\.key) == Requests.order)
        #expect(Requests.categories.contains(label["primaryCategory"]?.string ?? ""))
        #expect(Requests.moods.contains(label["mood"]?.string ?? ""))
        #expect((3...6).contains(label["recommendedTags"]?.array?.count ?? 0))
        // Keys and models still count.
        let path = "/v1/models/gemini-3.5-flash-lite:generateContent"
        #expect(try await fixture.exchange("POST", path, headers: []).get().status == 403)
        #expect(try await fixture.generate([], model: "gemini-9").status == 404)
        await fixture.stop()
    }
}
